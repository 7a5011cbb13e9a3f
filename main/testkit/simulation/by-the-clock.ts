import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { State } from '../../core/step/state.ts'
import { must } from './invariant.ts'

/** What comes by the clock has no time but its own, on the clock as it is: read off a calendar of another make. */
export function checkByTheClock(before: State, after: State): void {
  for (const [id, { heartbeats }] of after.agents) {
    const known = before.agents.get(id)?.heartbeats ?? []
    if (heartbeats === known) continue
    for (const one of heartbeats) {
      const was = known.find((other) => other.id === one.id)
      // What is due, was put off, or was kept with what was left of its time, comes when it can.
      const isAnew = one.state === 'armed' && was?.dueAt !== one.dueAt && one.dueAt > after.at
      const isKept = one.reason?.kind === 'kept' || was?.state === 'stale'
      if (isAnew && one.reason?.kind !== 'delayed' && !isKept)
        must(isItsTime(one), `a schedule comes on its days at its time (${one.id})`)
    }
  }
}

function isItsTime({ schedule, dueAt, fired }: Heartbeat): boolean {
  // Once, and never read: it is asked about again.
  if (schedule === null || (fired > 0 && schedule.days.length === 0)) return true
  const { at, days, zone } = schedule
  const parts = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short' as const,
    hour: '2-digit' as const,
    minute: '2-digit' as const,
    hourCycle: 'h23' as const,
    timeZone: zone,
  }).formatToParts(dueAt)
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
  const isDay = days.length === 0 || days.some((day) => part('weekday').toLowerCase() === day)
  return isDay && `${part('hour')}:${part('minute')}` === at
}
