import type { AgentId } from '../../contract/api/model.ts'
import { isComposing, statusOf } from '../step/status.ts'
import type { Answer } from '../step/events.ts'
import { refuse } from '../mail/mailbox.ts'
import { isOwed } from '../mail/tickets.ts'
import type { Facts } from '../step/facts.ts'
import type { AgentState } from '../step/state.ts'
import { isNotStopped } from '../step/stopped.ts'
import type { Step } from '../step/step.ts'
import { endProcess } from './processes.ts'
import { agentGone } from './tabs.ts'

/**
 * Whether an idle agent's process may end: nothing of it runs, waits for the user, or is being written to it, and the
 * next one knows what this one knew.
 */
function maySleep(step: Step, state: AgentState): boolean {
  const open = state.cards.length > 0 || state.awaits.length > 0 || state.background.length > 0
  if (!state.abilities.resumes) return false
  return statusOf(state) === 'idle' && !open && !isComposing(state, step.now)
}

/**
 * Starts the process of a sleeping agent because words for it are on their way, so that they do not wait for it. The first
 * process of all is for the first prompt, and one that could not sleep again is not started in vain.
 */
export function wakeAhead(step: Step, id: AgentId): void {
  const state = step.find(id)
  if (!state || statusOf(state) !== 'asleep' || state.agent.closedAt !== null) return
  // Nobody knows what its program can do before it has run since Janus was started.
  const canSleep = state.run === 0 || state.abilities.resumes
  if (state.agent.conversed && canSleep && isNotStopped(step) && hasRoom(step))
    step.set(id, { restartAt: step.now })
}

/** Answers that the turn may end with are awaited by agents that may have gone to sleep meanwhile. */
export function onTurnSpeaking(step: Step, { turn }: Facts['turn.speaking']): void {
  for (const message of step.get(turn.agent).mailbox)
    if (message.turn === turn.id && message.from.kind === 'agent' && isOwed(message))
      wakeAhead(step, message.from.id)
}

/** An agent has begun to write a message: its words may take a while, and the process of who gets them too. */
export function messageBegun(step: Step, to: string): void {
  const receiver = step
    .agents()
    .find(({ agent }) => agent.closedAt === null && (agent.name === to || agent.id === to))
  if (receiver) wakeAhead(step, receiver.agent.id)
}

/** Whether one more may run without going over the limit, if need be by letting another one sleep. */
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

/** The user lets one sleep at once that has nothing to do. */
export function layToSleep(step: Step, id: AgentId): Answer {
  const state = step.find(id)
  if (!state) return agentGone()
  if (state.process === 'off') return { kind: 'agent', agent: id }
  if (!maySleep(step, state))
    return refuse('wrong_state', 'It is busy, or its program could not resume afterwards.')
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
