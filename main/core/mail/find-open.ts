import type { MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { mailboxes } from '../step/mail-for.ts'
import type { Step } from '../step/step.ts'

/** An open message, wherever it waits. */
export function findOpen(step: Step, id: MessageId): Message | undefined {
  for (const mailbox of mailboxes(step)) {
    const found = mailbox.find((message) => message.id === id)
    if (found) return found
  }
  return undefined
}
