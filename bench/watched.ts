import type { CDPSession, Page } from '@playwright/test'
import { percentile, table } from './figures.ts'

/** Loaded into the page: records every task over 50 ms, and the time between frames. */
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

export interface Watched {
  /** Tasks over 50 ms; the browser does not report shorter ones. */
  readonly tasks: readonly number[]
  /** Between frames. */
  readonly frames: readonly number[]
}

/** Runs something, and records the page's work meanwhile. */
export async function watching<T>(page: Page, run: () => Promise<T>): Promise<{ of: Watched; result: T }> {
  // Earlier tasks are reported late: a moment lets them come, uncounted.
  const moment = 'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))'
  await page.evaluate(`${moment}.then(() => { watched.tasks.length = watched.frames.length = 0 })`)
  const result = await run()
  const of = await page.evaluate<Watched>(
    `${moment}.then(() => ({ tasks: watched.tasks.map(({ ms }) => ms), frames: [...watched.frames] }))`,
  )
  return { of, result }
}

/** Counts the tasks and frames, with the longest of each. */
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

/** A page's memory after garbage collection: heap in MB, and DOM nodes. */
export interface Held {
  readonly heap: number
  readonly nodes: number
}

export async function heldBy(session: CDPSession): Promise<Held> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  return { heap: usedSize / 1024 ** 2, nodes }
}
