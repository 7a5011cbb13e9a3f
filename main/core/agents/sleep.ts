import type { AgentId } from '../../contract/api/model.ts'
import { isComposing, statusOf } from '../step/status.ts'
import type { Answer } from '../step/events.ts'
import { refuse } from '../mail/mailbox.ts'
import { isUnanswered } from '../mail/tickets.ts'
import type { Facts } from '../step/facts.ts'
import type { AgentState } from '../step/state.ts'
import { isNotStopped } from '../step/stopped.ts'
import type { Step } from '../step/step.ts'
import { endProcess } from './processes.ts'
import { agentGone } from './tabs.ts'

/**
 * Whether an idle agent's process may end: nothing runs, waits for the user, or is being typed, and its
 * program can resume.
 */
function maySleep(step: Step, state: AgentState): boolean {
  const open = state.cards.length > 0 || state.awaits.length > 0 || state.background.length > 0
  if (!state.abilities.resumes) return false
  return statusOf(state) === 'idle' && !open && !isComposing(state, step.now)
}

/**
 * Starts a sleeping agent's process because a message for it is on its way. Not for a new conversation, whose
 * process starts with the first prompt, nor if it could not sleep again.
 */
export function wakeAhead(step: Step, id: AgentId): void {
  const state = step.find(id)
  if (!state || statusOf(state) !== 'asleep' || state.agent.closedAt !== null) return
  // A program's abilities are unknown until it has run since Janus started.
  const canSleep = state.run === 0 || state.abilities.resumes
  if (state.agent.conversed && canSleep && isNotStopped(step) && hasRoom(step))
    step.set(id, { restartAt: step.now })
}

/** Wakes agents that wait for an answer which this turn may end with. */
export function onTurnSpeaking(step: Step, { turn }: Facts['turn.speaking']): void {
  for (const message of step.get(turn.agent).mailbox)
    if (message.turn === turn.id && message.from.kind === 'agent' && isUnanswered(message))
      wakeAhead(step, message.from.id)
}

export function wakeReceiver(step: Step, to: string): void {
  const receiver = step
    .agents()
    .find(({ agent }) => agent.closedAt === null && (agent.name === to || agent.id === to))
  if (receiver) wakeAhead(step, receiver.agent.id)
}

/** Whether one more process fits within the limit, if need be after another goes to sleep. */
function hasRoom(step: Step): boolean {
  const awake = step.agents().filter((state) => isAwake(state) || isAboutToStart(step, state))
  const mustStay = awake.filter((state) => !maySleep(step, state))
  return mustStay.length < step.limits.awake
}

function isAboutToStart(step: Step, { restartAt }: AgentState): boolean {
  return restartAt !== null && restartAt <= step.now
}

function isAwake({ process }: AgentState): boolean {
  return process === 'on' || process === 'starting'
}

export function putToSleep(step: Step, id: AgentId): Answer {
  const state = step.find(id)
  if (!state) return agentGone()
  if (state.process === 'off') return { kind: 'agent', agent: id }
  if (!maySleep(step, state))
    return refuse('wrong_state', 'It is busy, or its program could not resume afterwards.')
  endProcess(step, id)
  return { kind: 'agent', agent: id }
}

/** Now, if this step has made it idle. */
function idleSince(step: Step, { agent }: AgentState): number {
  return agent.status === 'idle' ? agent.since : step.now
}

export function sleepWhenDue(step: Step, state: AgentState): void {
  const due = idleSince(step, state) + step.limits.sleepAfter <= step.now
  if (due && maySleep(step, state)) endProcess(step, state.agent.id)
}

/** Above the user's limit, the agents that were idle longest go to sleep; working ones are never stopped. */
export function sleepWhenCrowded(step: Step): void {
  const awake = step.agents().filter(isAwake)
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
