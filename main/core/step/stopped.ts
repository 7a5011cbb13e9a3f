import type { Message } from '../../contract/mail/messages.ts'
import type { AgentState, Limits } from './state.ts'
import type { Frame, Turn } from './frames-and-turns.ts'
import type { Step } from './step.ts'

/** A user's message after *Stop all*: it starts one turn; nothing else does. */
export function isMessageSinceStop({ from, acceptedAt }: Message, since: number): boolean {
  return from.kind === 'user' && acceptedAt > since
}

export const isNotStopped = ({ limits }: Step): boolean => limits.stopped === null

/** An agent as delivery sees it: after *Stop all* its queue holds only the user's later messages. */
export function deliverableView(state: AgentState, { stopped }: Limits): AgentState {
  if (stopped === null) return state
  return { ...state, mailbox: state.mailbox.filter((message) => isMessageSinceStop(message, stopped)) }
}

/**
 * Interrupts a turn that will be resumed later, and stops its background agents, which an interrupt leaves
 * alone and which are not resumed.
 */
export function interruptTurn(
  step: Step,
  { agent, process, run, turn, background, abilities }: AgentState,
): void {
  if (process !== 'on') return
  const of = { agent: agent.id, run }
  if (turn !== null) step.emit({ do: 'agent.interrupt', ...of })
  if (!abilities.stopsTasks) return
  for (const { kind, id } of background)
    if (kind === 'agent') step.emit({ do: 'agent.stopTask', ...of, task: id })
}

/** Whether a turn must not run after *Stop all*: it isn't for a later message of the user. */
export function mustNotRun(step: Step, { mailbox, frames }: AgentState, turn: Turn): boolean {
  const { stopped } = step.limits
  if (stopped === null) return false
  const frame = frames.find(({ id }) => id === turn.frame)
  return !mailbox.some(
    (one) => frame?.kind === 'mail' && frame.messages.includes(one.id) && isMessageSinceStop(one, stopped),
  )
}

/**
 * A frame that resumes an earlier turn and was dropped unread, not by the user's interrupt, waits with that
 * turn's reason.
 */
export function postponeFrame({ limits }: Step, frame: Frame): Frame {
  const broke = limits.stopped === null ? frame.broke : null
  return { ...frame, how: 'begin', phase: 'unfinished', broke: broke ?? { why: 'stopped' } }
}
