import type { AgentId } from '../../contract/api/model.ts'
import { isComposing, statusOf } from '../step/status.ts'
import type { Answer } from '../step/events.ts'
import { refuse } from '../mail/mailbox.ts'
import type { AgentState } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { endProcess } from './processes.ts'
import { gone } from './tabs.ts'

/**
 * Whether an idle agent's process may end: nothing of it runs, waits for the user, or is being written to it, and the
 * next one knows what this one knew.
 */
function maySleep(step: Step, state: AgentState): boolean {
  const open = state.cards.length > 0 || state.awaits.length > 0 || state.background.length > 0
  if (!state.abilities.resumes) return false
  return statusOf(state) === 'idle' && !open && !isComposing(state, step.now)
}

/** The user lets one sleep at once that has nothing to do. */
export function layToSleep(step: Step, id: AgentId): Answer {
  const state = step.find(id)
  if (!state) return gone()
  if (state.process === 'off') return { kind: 'agent', agent: id }
  if (!maySleep(step, state))
    return refuse('wrong_state', 'It has something to do, or its program could not go on afterwards.')
  endProcess(step, id)
  return { kind: 'agent', agent: id }
}

/** Since when it is idle: now, if this step has made it so. */
function idleSince(step: Step, { agent }: AgentState): number {
  return agent.status === 'idle' ? agent.since : step.now
}

/** Puts an agent to sleep that had nothing to do for long enough. */
export function sleepWhenDue(step: Step, state: AgentState): void {
  const due = idleSince(step, state) + step.limits.sleepAfter <= step.now
  if (due && maySleep(step, state)) endProcess(step, state.agent.id)
}

/** With more awake than the user wants, those sleep that have been idle longest; who works is never held up. */
export function sleepWhenCrowded(step: Step): void {
  const awake = step.agents().filter(({ process }) => process === 'on' || process === 'starting')
  let excess = awake.length - step.limits.awake
  if (excess <= 0) return
  const idle = awake
    .filter((state) => maySleep(step, state))
    .sort((a, b) => idleSince(step, a) - idleSince(step, b))
  for (const { agent } of idle) {
    if (excess <= 0) return
    endProcess(step, agent.id)
    excess -= 1
  }
}
