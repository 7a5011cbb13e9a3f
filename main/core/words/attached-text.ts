import type { Message } from '../../contract/mail/messages.ts'
import { headers } from './headers.ts'

/** One line per attachment. A picture is also shown to models that accept pictures. */
export const attachedLines = ({ attachments = [] }: Pick<Message, 'attachments'>): readonly string[] =>
  attachments.map(({ path }) => headers.attached(path))

export function attachedText(message: Pick<Message, 'body' | 'attachments'>): string {
  const lines = attachedLines(message).join('\n')
  const { body } = message
  return lines === '' ? body : body.trim() === '' ? lines : `${body}\n\n${lines}`
}
