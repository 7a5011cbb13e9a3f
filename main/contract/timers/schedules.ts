import type { Schedule } from './heartbeats.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** `09:30`. */
export const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/

const dayWords: Readonly<Record<Weekday, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** `here`: the reader's zone, which is not named. */
export function scheduleWords({ at, days, zone }: Schedule, here: string | null): string {
  const place = zone === here ? '' : ` (${zone})`
  return days.length === 0 ? `once, at ${at}${place}` : `${daysWords(days)} at ${at}${place}`
}

function daysWords(days: readonly Weekday[]): string {
  if (days.length === weekdays.length) return 'every day'
  if (days.join() === weekdays.slice(0, 5).join()) return 'Monday to Friday'
  const names = days.map((day) => dayWords[day])
  const last = names.pop() ?? ''
  return names.length === 0 ? `every ${last}` : `${names.join(', ')} and ${last}`
}
