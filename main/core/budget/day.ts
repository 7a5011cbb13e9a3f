import { noRaise, nothingUsed, utcDate, type Day } from '../../contract/budget/budget.ts'
import type { Step } from '../step/step.ts'
import { isDayOver } from './caps.ts'

const dayTime = 24 * 60 * 60 * 1000
/** Between the first local time on earth and the last, in ms. */
const mostTravel = 26 * 60 * 60 * 1000

/** The day that is now, as the edge's offset from UTC (ms, east is positive) has it. */
export function dayAt(now: number, offset: number): Pick<Day, 'date' | 'until'> {
  const n = Math.floor((now + offset) / dayTime)
  return { date: utcDate(n * dayTime), until: (n + 1) * dayTime - offset }
}

/** The sums of this day, begun if there are none. */
export function today(step: Step): Day {
  return step.day ?? begun(step, nothingUsed)
}

function begun(step: Step, total: Day['total']): Day {
  return {
    ...dayAt(step.now, step.offset),
    used: nothingUsed,
    raised: noRaise,
    tabs: {},
    links: {},
    gatherings: {},
    timers: {},
    total,
  }
}

/**
 * Before anything else in a step: another day has begun, and what waited for it goes on. Where the clocks were set
 * back, or the user has travelled west, the day that has begun goes on; one that lies further ahead than tomorrow was
 * a wrong clock's, and goes on as today.
 */
export function turnDay(step: Step): void {
  const { day } = step
  if (day === null) return
  const now = dayAt(step.now, step.offset)
  if (day.until > now.until + dayTime + mostTravel) return step.keepDay({ ...day, ...now })
  if (now.date < day.date || (now.date === day.date && now.until === day.until)) return
  if (now.date === day.date) return step.keepDay({ ...day, until: now.until })
  const was = isDayOver(step)
  step.keepDay(begun(step, day.total))
  if (was) stirAll(step)
}

/** All that may have waited for a cap is looked at. */
export function stirAll(step: Step): void {
  for (const { agent } of step.agents()) step.dirty.agent(agent.id)
  for (const { id } of step.gatherings.values()) step.dirty.gathering(id)
}
