import type { Message } from '../../contract/mail/messages.ts'
import type { Answer } from '../step/events.ts'
import { byNow } from '../clock/clock-jump.ts'
import { findOpen } from '../mail/find-open.ts'
import { inState, position, refuse } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'

/**
 * The person gives a message to its agent after all: one that a handler answered comes back into the mailbox as it was,
 * in its order; one that it holds is let go. What was answered stays answered: what the agent says now goes after it.
 */
export function handOver(step: Step, known: Message): Answer {
  const open = findOpen(step, known.id)
  const message = open ?? byNow(known, step.now)
  if (!step.find(message.to)) return refuse('unknown_agent', 'The agent that it was for is gone.')
  const { handled } = message
  if (handled === null) return refuse('wrong_state', 'No handler met that message: it went its usual way.')
  if (handled.handedOverAt !== null) return refuse('wrong_state', 'That message was handed over before.')
  const isHeld = open?.hold === 'handler' || open?.hold === 'answering'
  const isAnswered = !open && handled.deed.kind === 'answered'
  if (!isHeld && !isAnswered)
    return refuse('wrong_state', 'That message went its usual way: there is nothing to hand over.')
  const reason = { kind: 'hand', act: 'handedOver' } as const
  const given = { ...message, handled: { ...handled, handedOverAt: step.now } }
  const now = inState(step, given, 'queued', reason)
  step.message(now, true)
  step.note(message.to, { kind: 'handedOver', name: handled.name, from: message.fromName }, message.id)
  return { kind: 'message', message: now, position: position(step, now) }
}
