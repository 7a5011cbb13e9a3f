import type { CDPSession, Page } from '@playwright/test'
import { percentile, table } from './figures.ts'

/** Put into the page before it loads: notes every task over 50 ms, and each frame's distance from the one before. */
export const watchPage = `(() => {
  const watched = (window.watched = { tasks: [], frames: [] })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watched.tasks.push({ at: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  let last = null
  const frame = (now) => {
    if (last !== null) watched.frames.push(now - last)
    last = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})()`

/** What a page did in a while, in ms. */
export interface Watched {
  /** How long the tasks over 50 ms took; of what lasts less the browser does not tell. */
  readonly tasks: readonly number[]
  /** From frame to frame. */
  readonly frames: readonly number[]
}

/** Does something, and tells what the page did meanwhile. */
export async function watching<T>(page: Page, run: () => Promise<T>): Promise<{ of: Watched; result: T }> {
  // What was begun before is told late: a moment lets it come, and is not counted.
  const moment = 'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))'
  await page.evaluate(`${moment}.then(() => { watched.tasks.length = watched.frames.length = 0 })`)
  const result = await run()
  const of = await page.evaluate<Watched>(
    `${moment}.then(() => ({ tasks: watched.tasks.map(({ ms }) => ms), frames: [...watched.frames] }))`,
  )
  return { of, result }
}

/** What it comes to: how many tasks and frames, and the longest of each. */
export function summed({ tasks, frames }: Watched) {
  const sizes = frames.length === 0 ? [0] : frames
  return {
    tasks: tasks.length,
    longestTask: Math.max(0, ...tasks),
    frames: frames.length,
    frame95: percentile(sizes, 0.95),
    longestFrame: Math.max(...sizes),
  }
}

/** That of several, as a table. */
export function pageTable(
  head: string,
  rows: readonly ({ readonly name: string } & ReturnType<typeof summed>)[],
): string {
  return table(
    [head, 'tasks over 50 ms', 'the longest, ms', 'frames', 'frame p95, ms', 'longest frame, ms'],
    rows.map(({ name, tasks, longestTask, frames, frame95, longestFrame }) => [
      name,
      tasks,
      longestTask.toFixed(0),
      frames,
      frame95.toFixed(1),
      longestFrame.toFixed(0),
    ]),
  )
}

/** What a page holds, after everything that nobody needs was let go: its heap in MB, and nodes of its documents. */
export interface Held {
  readonly heap: number
  readonly nodes: number
}

/** Collects the page's garbage, and tells what is left. */
export async function heldBy(session: CDPSession): Promise<Held> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  return { heap: usedSize / 1024 ** 2, nodes }
}
