import type { Clock } from '../ports/ports.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  offset: (at) => -new Date(at).getTimezoneOffset() * 60_000,
  after: (ms, fn) => {
    const timer = setTimeout(fn, ms)
    return () => {
      clearTimeout(timer)
    }
  },
}
