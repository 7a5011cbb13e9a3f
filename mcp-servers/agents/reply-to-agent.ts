import { z } from 'zod'
import { told, words, type Tool } from './tool.ts'

const ticketId = z.string().min(1).max(40).describe('The msg-… of the line [Expects a reply: …]')
const message = words('The answer, complete in itself; if you cannot help, say so and why')

/** Answers a ticket. */
export const replyToAgent: Tool<{ ticket_id: typeof ticketId; message: typeof message }> = {
  name: 'reply_to_agent',
  description:
    'Answers a message under which stands [Expects a reply: reply_to_agent "msg-…"]. Call it once for each such ' +
    'message, when you have the answer: whoever asked may be waiting for it. For everything else use send_to_agent.',
  readOnly: false,
  input: { ticket_id: ticketId, message },
  failed: { delivered: false },
  async call(client, input, call) {
    const { delivered, state, messageId, reason } = await client.reply(input.ticket_id, input.message, call)
    const hint = delivered
      ? 'Whoever asked gets it by itself. Go on or end your turn; expect no thanks.'
      : `It is kept with ${input.ticket_id}, but did not reach who asked; nothing more is to be done.`
    const fields = { delivered, state, message_id: messageId, ...told({ reason }), hint }
    return { fields, text: `${messageId}: ${state}. ${hint}` }
  },
}
