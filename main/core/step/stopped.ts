import type { Message } from '../../contract/mail/messages.ts'
import type { AgentState, Limits } from './state.ts'
import type { Frame, Turn } from './frames-and-turns.ts'
import type { Step } from './step.ts'

/** Words of the user's since they stopped everything: they begin that one turn, and nothing else does. */
export function isWordSince({ from, acceptedAt }: Message, since: number): boolean {
  return from.kind === 'user' && acceptedAt > since
}

/** Nothing is stopped: all that is due begins. */
export const isNotStopped = ({ limits }: Step): boolean => limits.stopped === null

/** An agent as delivery sees it: while everything is stopped, with nothing in its queue but such words. */
export function deliverableView(state: AgentState, { stopped }: Limits): AgentState {
  if (stopped === null) return state
  return { ...state, mailbox: state.mailbox.filter((message) => isWordSince(message, stopped)) }
}

/**
 * Ends a turn that must not run, which goes on with everything else, and the agents that its process runs beside it, which
 * do not: an interrupt leaves them alone.
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

/** Whether a turn must not run, or was ended because it must not: it is not for the user's words since the stop. */
export function isHeldBack(step: Step, { mailbox, frames }: AgentState, turn: Turn): boolean {
  const { stopped } = step.limits
  if (stopped === null) return false
  const frame = frames.find(({ id }) => id === turn.frame)
  return !mailbox.some(
    (one) => frame?.kind === 'mail' && frame.messages.includes(one.id) && isWordSince(one, stopped),
  )
}

/** What was dropped unread, not by the user's interrupt, and takes up an earlier turn, waits as that turn did. */
export function laidAside({ limits }: Step, frame: Frame): Frame {
  const broke = limits.stopped === null ? frame.broke : null
  return { ...frame, how: 'begin', phase: 'unfinished', broke: broke ?? { why: 'stopped' } }
}
