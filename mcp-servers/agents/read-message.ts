import type { MessageReport } from '../../main/contract/reports.ts'
import { usualPriority } from '../../main/contract/priorities.ts'
import { z } from 'zod'
import { told, type Tool } from './tool.ts'

const messageId = z.string().min(1).max(40).describe('msg-…, as a message or send_to_agent named it')
const offset = z.int().min(0).optional().describe('Where to go on, from `next` of the part before')

/** Reads one message, and what became of it. */
export const readMessage: Tool<{ message_id: typeof messageId; offset: typeof offset }> = {
  name: 'read_message',
  description:
    'Reads a message that you sent or got: the rest of one that was cut in your prompt, or what became of one you sent. ' +
    'Not needed for messages that reached you whole, and not to wait for a reply: that arrives by itself.',
  readOnly: true,
  input: { message_id: messageId, offset },
  failed: {},
  async call(client, input) {
    const found = await client.message(input.message_id, input.offset ?? 0)
    const more =
      found.next === null ? '' : `\n[${found.id} goes on: read_message with offset ${String(found.next)}]`
    return { fields: messageFields(found), text: `${headOf(found)}\n\n${found.message}${more}` }
  },
}

function headOf(found: MessageReport): string {
  const { id, from, to, state, reason, priority, isReply, replyTo, expectsReply } = found
  const about = [
    priority === usualPriority.others ? '' : priority,
    replyTo === null ? '' : `${isReply ? 'answers' : 'goes on from'} ${replyTo}`,
    expectsReply && state !== 'answered' ? 'expects a reply' : '',
  ].filter((part) => part !== '')
  const why = reason === '' ? '' : ` (${reason})`
  return `${id} from "${from}" to "${to}": ${[`${state}${why}`, ...about].join(', ')}`
}

function messageFields(found: MessageReport): Record<string, unknown> {
  return {
    message_id: found.id,
    from: found.from,
    to: found.to,
    message: found.message,
    offset: found.offset,
    next: found.next,
    state: found.state,
    ...told({ reason: found.reason }),
    state_at: found.stateAt,
    accepted_at: found.acceptedAt,
    priority: found.priority,
    thread: found.thread,
    ...told({ reply_to: found.replyTo, is_reply: found.isReply, expects_reply: found.expectsReply }),
    ...told({ turn: found.turn, ahead: found.ahead }),
  }
}
