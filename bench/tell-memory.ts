/** Preloaded into the app by the soak: appends V8's memory usage to `TELL_MEMORY` every five seconds. */
import { appendFileSync } from 'node:fs'
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'

/** V8's memory in bytes; `live`: in use after the last full garbage collection, 0 before the first. */
export interface Told {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly live: number
  readonly heapTotal: number
  readonly external: number
}

const file = process.env['TELL_MEMORY']
// Not in the app's child processes.
if (file !== undefined && process.argv[1]?.endsWith('web.js')) {
  let live = 0
  new PerformanceObserver((list) => {
    const entries = list.getEntries() as (PerformanceEntry & { detail?: { kind?: number } })[]
    const isFull = entries.some(({ detail }) => detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR)
    if (isFull) live = process.memoryUsage().heapUsed
  }).observe({ entryTypes: ['gc'] })
  setInterval(() => {
    const { heapTotal, external } = process.memoryUsage()
    const told: Told = { at: Date.now(), live, heapTotal, external }
    appendFileSync(file, `${JSON.stringify(told)}\n`)
  }, 5000).unref()
}
