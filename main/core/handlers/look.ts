import type { HandlerRecord, Handler, HandlerAction, ActionTaken } from '../../contract/handlers/handlers.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import { inState } from '../mail/mailbox.ts'
import type { AgentState } from '../step/state.ts'
import type { Facts } from '../step/facts.ts'
import type { Step } from '../step/step.ts'
import { beginAnswer, isAnsweredLately, askUser, carriedOut, noteHandled, tellUser } from './answers.ts'
import { doingOf, matches } from './match.ts'

/**
 * Runs the first handler that matches a peer's accepted message. It ignores the user's messages, answers to
 * tickets, crossings, messages in a gathering, and handlers' own messages.
 */
export function onMessageSent(step: Step, { message }: Facts['message.sent']): void {
  if (message.from.kind !== 'agent' || message.state !== 'queued') return
  const state = step.get(message.to)
  // In a closed tab mail waits, and so do handlers.
  if (state.handlers.length === 0 || state.agent.closedAt !== null) return
  const handler = firstMet(step, state, message)
  if (handler) carryOut(step, handler, message)
}

function firstMet(step: Step, state: AgentState, message: Message): Handler | undefined {
  const doing = doingOf(state, step.now)
  return state.handlers.find(({ isOn, when }) => isOn && matches(when, message, step.links, doing))
}

function carryOut(step: Step, handler: Handler, message: Message): Message {
  const { then } = handler
  switch (then.kind) {
    case 'respond':
      return isAnsweredLately(step, message) ? message : beginAnswer(step, handler, then, message)
    case 'notify':
      tellUser(step, handler, message)
      return done(step, handler, message, { kind: 'notified' })
    case 'hold':
      return done(step, handler, message, { kind: 'held' })
    case 'priority':
      return reprioritise(step, handler, then, message)
    case 'command':
    case 'close':
      askUser(step, handler, message)
      return done(step, handler, message, {
        kind: 'asked',
        command: then.kind === 'command' ? then.command : null,
      })
  }
}

/** A question can't become low: it must start a turn. */
function reprioritise(
  step: Step,
  handler: Handler,
  { to }: Extract<HandlerAction, { kind: 'priority' }>,
  message: Message,
): Message {
  const priority = message.expectsReply && !wakes(to) ? 'normal' : to
  if (priority === message.priority) return message
  const action = { kind: 'priority', was: message.priority, now: priority } as const
  return done(step, handler, { ...message, priority }, action)
}

function done(step: Step, handler: Handler, message: Message, action: ActionTaken): Message {
  const { id, name } = handler
  const handled: HandlerRecord = { id, name, at: step.now, action, handedOverAt: null }
  const reason = { kind: 'handler', name, action } as const
  const isHeld = action.kind === 'held'
  const isSaid = isHeld || action.kind === 'priority'
  const now = isHeld
    ? inState(step, { ...message, hold: 'handler', handled }, 'held', reason)
    : { ...message, handled, reason: isSaid ? reason : message.reason }
  step.message(now, true)
  carriedOut(step, handler)
  noteHandled(step, now, name, action)
  return now
}
