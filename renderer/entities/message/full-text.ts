import type { MessageView } from '../../../main/contract/mail-views.ts'
import type { MessageId } from '../../../main/contract/model.ts'
import { ask } from '../../state/connection.ts'

/** The whole of a message, read part by part. */
export async function fullText(id: MessageId): Promise<string> {
  let text = ''
  for (let offset: number | null = 0; offset !== null;) {
    const part: MessageView = await ask('messages.get', { id, offset })
    text += part.text
    offset = part.next
  }
  return text
}
