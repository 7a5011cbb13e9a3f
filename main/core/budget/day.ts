import { noRaise, nothingUsed, utcDate, type Day } from '../../contract/budget/budget.ts'
import type { Step } from '../step/step.ts'
import { isDayOver } from './caps.ts'

const dayTime = 24 * 60 * 60 * 1000
/** Largest difference between two local times on earth, in ms. */
const mostTravel = 26 * 60 * 60 * 1000

/** The local day at a time; `offset`: local time minus UTC, in ms. */
export function dayAt(now: number, offset: number): Pick<Day, 'date' | 'until'> {
  const n = Math.floor((now + offset) / dayTime)
  return { date: utcDate(n * dayTime), until: (n + 1) * dayTime - offset }
}

/** Created if there is none. */
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
 * Runs before anything else in a step: begins a new day, which releases what waited for it. If the clock was
 * set back or the user travelled west, the begun day continues. One further ahead than tomorrow came from a
 * wrong clock, and continues as today.
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

export function stirAll(step: Step): void {
  for (const { agent } of step.agents()) step.dirty.agent(agent.id)
  for (const { id } of step.gatherings.values()) step.dirty.gathering(id)
}
