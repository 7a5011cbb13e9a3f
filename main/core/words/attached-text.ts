import type { Message } from '../../contract/mail/messages.ts'
import { headers } from './headers.ts'

/** A line for each that is attached, by its path; a picture besides is before its reader's eyes, where it has any. */
export const attachedLines = ({ attachments = [] }: Pick<Message, 'attachments'>): readonly string[] =>
  attachments.map(({ path }) => headers.attached(path))

/** Words and what is attached to them, as a model reads them. */
export function attachedText(message: Pick<Message, 'body' | 'attachments'>): string {
  const lines = attachedLines(message).join('\n')
  const { body } = message
  return lines === '' ? body : body.trim() === '' ? lines : `${body}\n\n${lines}`
}
