import { Temporal } from 'temporal-polyfill'
import type { Heartbeat, Schedule } from '../../contract/timers/heartbeats.ts'
import { timeOfDay, weekdays } from '../../contract/timers/schedules.ts'

/**
 * The next time of a schedule after `after`, both in ms since 1970 UTC. A time skipped by daylight saving
 * comes that much later; a repeated one comes the first time.
 */
export function nextAt({ at, days, zone }: Schedule, after: number): number {
  const now = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone)
  const time = Temporal.PlainTime.from(at)
  // Today's time may have passed, so the same weekday may be a week later.
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const date = now.toPlainDate().add({ days: ahead })
    const due = date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds
    const isItsDay = days.length === 0 || days.some((day) => weekdays.indexOf(day) + 1 === date.dayOfWeek)
    if (isItsDay && due > after) return due
  }
  throw new Error('A week has no such day.')
}

/** Whether the time zone is in the tz database, and the time of day is valid. */
export function isSchedule({ at, zone }: Pick<Schedule, 'at' | 'zone'>): boolean {
  if (!timeOfDay.test(at)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}

export function rescheduled<T extends Pick<Heartbeat, 'schedule' | 'dueAt' | 'every'>>(
  one: T,
  now: number,
): T {
  if (one.schedule === null) return one
  const dueAt = nextAt(one.schedule, now)
  return { ...one, dueAt, every: dueAt - now }
}

/** Whether it repeats on certain days. */
export const isRepeated = ({ schedule }: Pick<Heartbeat, 'schedule'>): boolean =>
  schedule !== null && schedule.days.length > 0

/**
 * Schedules and webhooks set by the user need nobody's presence, so they don't count as heartbeats in a row.
 */
export const isRoutine = ({ schedule, set, trigger }: Heartbeat): boolean =>
  set.by.kind === 'user' && (schedule !== null || trigger?.on.kind === 'webhook')

/** The state of a trigger before its event. */
export const waiting = { state: 'waiting', reason: { kind: 'awaits' }, left: null } as const
