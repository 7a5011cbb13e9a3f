import type { Response } from 'express'
import type { FeedSource } from '../../ports/ports.ts'

/** A reader this many bytes behind is cut off; it comes again and begins with a new snapshot. */
const mostBehind = 16 * 1024 * 1024
const heartbeatEvery = 20_000

/** Calls `fn` every `ms` until told to stop. */
export type Every = (ms: number, fn: () => void) => () => void

/** Server-Sent Events: one snapshot, then every change, each as one `data:` line of JSON. */
export function streamFeed(res: Response, feed: FeedSource, every: Every): void {
  res.status(200).set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' })
  res.flushHeaders()
  const ends: (() => void)[] = []
  let over = false
  const end = () => {
    if (over) return
    over = true
    for (const stop of ends) stop()
    res.destroy()
  }
  const write = (text: string) => {
    if (over) return
    res.write(text)
    if (res.writableLength > mostBehind) end()
  }
  res.on('close', end)
  res.on('error', end)
  ends.push(every(heartbeatEvery, () => write(': still here\n\n')))
  const leave = feed.subscribe((event) => write(`data: ${JSON.stringify(event)}\n\n`))
  if (over) leave()
  else ends.push(leave)
}
