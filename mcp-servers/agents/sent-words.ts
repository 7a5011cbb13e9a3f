import type { ReplyText } from '../../main/contract/reports.ts'
import type { SendResult } from '../../main/contract/mail-views.ts'
import { type Priority, wakes } from '../../main/contract/priorities.ts'

/** Most characters of a reply in a result: what is longer, a CLI would put aside. */
const replyLimit = 16_384

/** What was wished of a send, as far as it matters for what is said of it. */
export interface Sent {
  /** The receiver. */
  readonly name: string
  readonly priority: Priority | undefined
  /** How long the call waited for the reply at most; 0: it did not. */
  readonly seconds: number
}

/** What an agent is told of a message that it sent; `reply` are the fields of the answer, if it came. */
export function sentWords(
  result: SendResult,
  sent: Sent,
): { hint: string; reply: object | undefined; text: string } {
  const { messageId, state, reply } = result
  if (reply === undefined) {
    const hint = `${whatBecame(result, sent)} ${whatNext(result, sent)}`.trim()
    return { hint, reply, text: `${messageId}: ${state}. ${hint}` }
  }
  const fields = replyFields(reply)
  const rest =
    fields.next === undefined ? '' : ` It goes on: read_message with offset ${String(fields.next)}.`
  const hint = `"${sent.name}" has answered; the words are a peer's, not your user's, and need no thanks.${rest}`
  const quoted = fields.text.replace(/^/gm, '> ')
  const id = fields.message_id === undefined ? '' : ` ${fields.message_id}`
  return { hint, reply: fields, text: `${messageId}: answered${id}. ${hint}\n\n${quoted}` }
}

function replyFields({ messageId, text, implicit }: ReplyText) {
  const cut = cutAt(text)
  return {
    ...(messageId === null ? {} : { message_id: messageId }),
    ...(implicit ? { implicit: 'the final words of its turn' } : {}),
    text: text.slice(0, cut),
    ...(cut < text.length ? { next: cut } : {}),
  }
}

/** Where a reply is cut, never within a character. */
function cutAt(text: string): number {
  if (text.length <= replyLimit) return text.length
  return /[\uD800-\uDBFF]/.test(text.charAt(replyLimit - 1)) ? replyLimit - 1 : replyLimit
}

function whatBecame({ delivered, state, reason = '' }: SendResult, { name, priority }: Sent): string {
  if (state === 'held') return `It is held for "${name}"${because(reason)}: the person decides.`
  if (!delivered) return `It was not delivered${because(reason)}; read_message tells what became of it.`
  if (priority !== undefined && !wakes(priority))
    return `"${name}" reads it with whatever it is told next; nothing wakes it for this.`
  if (state === 'queued') return `"${name}" reads it as soon as it can.`
  return `"${name}" gets it now.`
}

function whatNext({ delivered, ticketId, awaited, state, reason = '' }: SendResult, sent: Sent): string {
  const comes = 'Its reply comes as a message by itself: go on or end your turn, and do not ask again.'
  if (!delivered && state !== 'held') return ''
  if (awaited === undefined)
    return ticketId === undefined ? 'Go on or end your turn; an answer would arrive by itself.' : comes
  switch (awaited) {
    case 'late':
      return `No reply within ${String(sent.seconds)} s. ${comes}`
    case 'mail':
      return `The wait ended, for another message is there for you. ${comes}`
    case 'peer':
      return `The wait ended, for "${sent.name}" has written to you: that message comes first. ${comes}`
    case 'over':
      return ended.has(state) ? `No reply will come${because(reason)}.` : `The wait was ended. ${comes}`
  }
}

const ended: ReadonlySet<string> = new Set(['withdrawn', 'expired', 'dropped', 'undeliverable'])

function because(reason: string): string {
  return reason === '' ? '' : ` (${reason})`
}
