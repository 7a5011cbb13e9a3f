const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** `0:38`; from an hour on `1:02:10`. */
export function clockDuration(ms: number): string {
  const total = Math.max(0, Math.floor(ms / second))
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(total / 60)
  if (minutes < 60) return `${minutes}:${two(total % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(total % 60)}`
}

/** `38 s`, `12 min`, `3 h`, `2 d`. */
export function shortDuration(ms: number): string {
  if (ms < hour) return durationWords(ms, Math.floor)
  if (ms < day) return `${Math.floor(ms / hour)} h`
  return `${Math.floor(ms / day)} d`
}

/** `40 s`, `36 min`, `2 h 6 min`. */
export function durationWords(ms: number, round: (value: number) => number = Math.round): string {
  const seconds = Math.max(1, round(ms / second))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.max(1, round(ms / minute))
  if (minutes < 60) return `${minutes} min`
  const hours = `${Math.floor(minutes / 60)} h`
  return minutes % 60 === 0 ? hours : `${hours} ${minutes % 60} min`
}

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const full = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
})

/** `14:02` today, else `3 Mar 14:02`. */
export function clockTime(at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return isToday ? time.format(at) : `${date.format(at)} ${time.format(at)}`
}

const shortDay = new Intl.DateTimeFormat(undefined, { weekday: 'short' })

/** `14:02` today, `Mon 09:00` this week, else `3 Mar 09:00`. */
export function dueTime(at: number, now: number): string {
  return at - now < 6 * day && new Date(at).toDateString() !== new Date(now).toDateString()
    ? `${shortDay.format(at)} ${time.format(at)}`
    : clockTime(at, now)
}

/** `20:49–21:10`; `20:49` if both are in the same minute. */
export function spanOfTime(from: number, until: number, now = Date.now()): string {
  const [first, last] = [clockTime(from, now), clockTime(until, now)]
  return first === last ? first : `${first}–${last}`
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })

/** `Today`, `Yesterday`, `Friday, 20 November`. */
export function dayOf(at: number, now = Date.now()): string {
  const name = new Date(at).toDateString()
  if (name === new Date(now).toDateString()) return 'Today'
  return name === new Date(now - day).toDateString() ? 'Yesterday' : weekday.format(at)
}

/** Replaces the times in texts of main (`2026-11-25 08:30 UTC`) by local ones. */
export const inLocalTime = (words: string, now = Date.now()): string =>
  words.replace(/\b(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC\b/g, (utc, day: string, time: string) => {
    const at = Date.parse(`${day}T${time}Z`)
    return Number.isNaN(at) ? utc : clockTime(at, now)
  })

export const fullTime = (at: number): string => full.format(at)
