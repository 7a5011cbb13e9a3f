import { planLimit, type PlanLimit } from '../../contract/budget/plan.ts'
import type { RateLimitSnapshot, RateLimitWindow } from './protocol.ts'

/** The limits of the person's plan, as Codex tells them; an update may leave out what has not changed. */
export function readPlan({ primary, secondary, limitName }: RateLimitSnapshot): readonly PlanLimit[] {
  const of = typeof limitName === 'string' ? limitName : ''
  return [primary, secondary].flatMap((window) => (window ? [read(window, of)] : []))
}

function read(
  { usedPercent, windowDurationMins: minutes, resetsAt }: RateLimitWindow,
  of: string,
): PlanLimit {
  const used = typeof usedPercent === 'number' ? usedPercent / 100 : null
  const at = typeof resetsAt === 'number' ? resetsAt * 1000 : null
  return planLimit({ minutes, of, used, resetsAt: at, state: null })
}
