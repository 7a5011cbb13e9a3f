import type { Acknowledged, MachineName } from '../../contract/fleet/machines.ts'
import type { Step } from '../../core/step/step.ts'
import { resendStates } from './streams.ts'
import { wireOf } from './wire.ts'
import { append, enqueue, lifeAfter, numberOf, nextTry } from './log.ts'

/** Handles an acknowledgment. One beyond what was sent means that this machine's memory was set back. */
export function noteAcknowledged(step: Step, from: MachineName, { incarnation, n }: Acknowledged): void {
  const { machine, outgoing } = step.fleet.machine(from)
  if (incarnation !== machine.as) {
    if (numberOf(incarnation) >= numberOf(machine.as))
      startIncarnation(step, from, 'set back', numberOf(incarnation))
    return
  }
  if (n > machine.told) return startIncarnation(step, from, 'set back')
  if (n <= machine.taken) return
  step.fleet.keep(from, { taken: n })
  for (const one of outgoing) if (one.n <= n) step.fleet.outgoing(one, false)
  step.fleet.set(from, { tries: 0, againAt: n < machine.told ? step.now + nextTry(0) : null })
}

/** Start: the memory may be outdated. `answer`: the other machine's memory was set back. */
type NewLife = 'start' | 'set back' | 'answer'

/**
 * Starts a new incarnation of the log at 1. After a memory was set back, one side can't tell what was
 * acknowledged, so everything open is sent again; the receiver ignores ids that it knows. `after`: the
 * newest incarnation that the other machine knows.
 */
export function startIncarnation(step: Step, to: MachineName, why: NewLife, after = 0): void {
  const { machine, outgoing, mail } = step.fleet.machine(to)
  for (const one of outgoing) step.fleet.outgoing(one, false)
  step.fleet.keep(to, { as: lifeAfter(step, Math.max(numberOf(machine.as), after)), told: 0, taken: 0 })
  step.fleet.set(to, { sent: 0, tries: 0 })
  enqueue(step, to, 'life', { why })
  for (const one of outgoing) if (one.kind !== 'life' && one.kind !== 'mail') append(step, to, one)
  for (const message of mail) if (message.reason?.kind === 'away') enqueue(step, to, 'mail', wireOf(message))
  if (why !== 'start') resendStates(step, to)
}
