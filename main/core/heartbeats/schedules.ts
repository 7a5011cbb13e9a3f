import { Temporal } from 'temporal-polyfill'
import type { Heartbeat, Schedule } from '../../contract/timers/heartbeats.ts'
import { timeOfDay, weekdays } from '../../contract/timers/schedules.ts'

/**
 * When a schedule comes next after a moment; both in ms since 1970 UTC. A time that summer time leaps over comes as
 * much later, one that it repeats comes the first time.
 */
export function nextAt({ at, days, zone }: Schedule, after: number): number {
  const now = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone)
  const time = Temporal.PlainTime.from(at)
  // Today's may be over, and a week later it is the same day again.
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const date = now.toPlainDate().add({ days: ahead })
    const due = date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds
    const isItsDay = days.length === 0 || days.some((day) => weekdays.indexOf(day) + 1 === date.dayOfWeek)
    if (isItsDay && due > after) return due
  }
  throw new Error('A week has no such day.')
}

/** Whether this is a place of the tz database, and a time of day. */
export function isSchedule({ at, zone }: Pick<Schedule, 'at' | 'zone'>): boolean {
  if (!timeOfDay.test(at)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}

/** A timer that comes by the clock, armed for its next time after now. */
export function rescheduled<T extends Pick<Heartbeat, 'schedule' | 'dueAt' | 'every'>>(
  one: T,
  now: number,
): T {
  if (one.schedule === null) return one
  const dueAt = nextAt(one.schedule, now)
  return { ...one, dueAt, every: dueAt - now }
}

/** Whether it comes again and again by the clock. */
export const isRepeated = ({ schedule }: Pick<Heartbeat, 'schedule'>): boolean =>
  schedule !== null && schedule.days.length > 0

/** Set by the user to come by the clock or by a webhook: nobody has to be there for it, so no row of timers holds it. */
export const isRoutine = ({
  schedule,
  set,
  trigger,
}: Pick<Heartbeat, 'schedule' | 'set' | 'trigger'>): boolean =>
  set.by.kind === 'user' && (schedule !== null || trigger?.on.kind === 'webhook')

/** How a trigger stands that waits for its event. */
export const waiting = { state: 'waiting', reason: { kind: 'awaits' }, left: null } as const
