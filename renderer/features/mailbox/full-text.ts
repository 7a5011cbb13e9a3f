import type { MessageId } from '../../../main/contract/model.ts'
import type { MessageReport } from '../../../main/contract/mail-views.ts'
import { ask } from '../../connection.ts'

/** The whole of a message, read part by part. */
export async function fullText(id: MessageId): Promise<string> {
  let text = ''
  for (let offset: number | null = 0; offset !== null;) {
    const part: MessageReport = await ask('messages.get', { id, offset })
    text += part.message
    offset = part.next
  }
  return text
}
