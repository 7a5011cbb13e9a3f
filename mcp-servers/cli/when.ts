import { readWhen } from '../../main/contract/history/search-filters.ts'
import { usage } from './ending.ts'
import { iso } from '../../main/contract/words/times.ts'

/** Formats an ISO time in local time: `2026-11-24 09:30:05`. */
export function localTime(at: string): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return at
  const two = (n: number): string => String(n).padStart(2, '0')
  const day = [String(time.getFullYear()), two(time.getMonth() + 1), two(time.getDate())].join('-')
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')}`
}

export const times =
  '2h, 30m, 7d (back from now), today, yesterday, 2026-11-24 or "2026-11-24 09:30", in your time zone'

/** Returns the time in ISO 8601 UTC. Throws `EndingError` that explains the format. */
export function readTime(what: string, written: string | undefined, now: number): string | undefined {
  if (written === undefined) return undefined
  const at = readWhen(written.replace(' ', 'T'), now)
  if (at === null) throw usage(`${what}: ${JSON.stringify(written)} is no time. One is ${times}.`)
  return iso(at)
}
