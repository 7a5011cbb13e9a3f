import type { MessageReason } from '../../contract/mail/message-reasons.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { inState } from './mailbox.ts'
import type { Step } from '../step/step.ts'

/**
 * A restored backup has it in a process, but the conversation lacks it: it may have been sent again since, so
 * the user decides.
 */
export function holdUnread(step: Step, message: Message): boolean {
  const { reason } = message
  if (reason?.kind !== 'restored') return false
  holdAsRestored(step, message, reason)
  return true
}

export function holdAsRestored(step: Step, message: Message, reason: MessageReason): void {
  const handled = message.hold === 'answering' ? null : message.handled
  const held = inState(step, { ...message, hold: 'restored', handled }, 'held', reason)
  step.message({ ...held, turn: null }, true)
}
