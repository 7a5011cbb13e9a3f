import { z } from 'zod'
import { awaitLimit } from '../../main/contract/limits.ts'
import { handedLine } from '../../main/contract/tool-calls.ts'
import {
  priorities,
  priorityNames,
  usualPriority,
  wakes,
  type Priority,
} from '../../main/contract/priorities.ts'
import { told } from '../shared/tool.ts'
import { isAll, isGroup, toMany } from './to-many.ts'
import { sideMode, words, type Tool } from './tool.ts'
import type { MessageReport, ReplyText } from '../../main/contract/reports.ts'
import type { SendResult } from '../../main/contract/mail-views.ts'

const longest = awaitLimit / 1000

const sendInput = {
  target: z
    .string()
    .min(1)
    .max(200)
    .describe('An agent as list_agents shows it; a group, or all: one message each'),
  message: words('What it needs to know or do, complete in itself: it does not see your conversation'),
  priority: z.enum(priorityNames).optional().describe(priorityNames.map(aboutPriority).join('. ')),
  expect_reply: z.boolean().optional().describe('You need an answer; you are told if none comes'),
  await_seconds: z
    .number()
    .min(0)
    .optional()
    .describe(
      `Waits here for the answer, ${String(longest)} s at most: only if you can do nothing else meanwhile and the ` +
        'answer is quick; not for an agent that is asleep. Else expect_reply, and go on',
    ),
  reply_to: z.string().min(1).max(40).optional().describe('The msg-… that this goes on from'),
  link: sideMode.optional().describe('Also links you two, as open_link does'),
}

function aboutPriority(name: Priority): string {
  return `${name}${name === usualPriority.others ? ' (default)' : ''}: ${priorities[name].about}`
}

/** Writes to a peer. */
export const sendToAgent: Tool<typeof sendInput> = {
  name: 'send_to_agent',
  description:
    'Sends a message to another agent and returns at once; an answer arrives as a new prompt by itself, so go on or end ' +
    'your turn: never wait or poll. If it may have been answered already, look first (get_session_data). Ask ' +
    '(expect_reply), tell or hand over what moves the work on. A message that expects a reply is answered with reply_to_agent.',
  readOnly: false,
  input: sendInput,
  failed: { delivered: false },
  async call(client, { target, message, priority, expect_reply, await_seconds = 0, reply_to, link }, call) {
    const seconds = Math.min(await_seconds, longest)
    const wishes = {
      ...(priority === undefined ? {} : { priority }),
      ...(expect_reply === undefined ? {} : { expectReply: expect_reply }),
      ...(seconds === 0 ? {} : { awaitMs: Math.ceil(seconds * 1000) }),
      ...(reply_to === undefined ? {} : { replyTo: reply_to }),
      ...(link === undefined ? {} : { link }),
    }
    if (isAll(target)) return toMany(client, target, message, wishes, call)
    let sent: SendResult
    try {
      sent = await client.send(target, message, wishes, call)
    } catch (error) {
      if (!isGroup(error)) throw error
      return toMany(client, target, message, wishes, call)
    }
    const { hint, reply, text } = sentWords(sent, { name: sent.renamed ?? target, priority, seconds })
    const { delivered, state, messageId, ticketId, position, reason, awaited, linkId } = sent
    // The reply's id stands before its words: so it is there however much of a result is looked at.
    const fields = {
      ...{ delivered, state, message_id: messageId },
      ...told({ ticket_id: ticketId, position, reason, reply, awaited, link_id: linkId }),
      hint,
    }
    return { fields, text }
  },
}

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
      ? 'Whoever asked gets it by itself. Go on; expect no thanks. Nothing else to do? Answer with the one word SILENT and nothing else.'
      : `It is kept with ${input.ticket_id}, but did not reach who asked; nothing more is to be done.`
    const fields = { delivered, state, message_id: messageId, ...told({ reason }), hint }
    return { fields, text: `${messageId}: ${state}. ${hint}` }
  },
}

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
  return { hint, reply: fields, text: `${handedLine(messageId, reply.messageId)} ${hint}\n\n${quoted}` }
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
  // A rule of its person has spoken, or is about to.
  const isByRule = (state === 'answered' || state === 'held') && delivered && reason !== ''
  if (isByRule) return `"${name}" does not read it now${because(reason)}; the answer comes as a message.`
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
  if (awaited === undefined) return ticketId === undefined ? onlyTold : comes
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

/** Final words of a turn go to nobody: who is only told something may well answer into its own tab. */
const onlyTold =
  'Go on or end your turn. It was told, not asked: nobody owes you an answer. Need one? Ask with expect_reply.'

const ended: ReadonlySet<string> = new Set(['withdrawn', 'expired', 'dropped', 'undeliverable'])

function because(reason: string): string {
  return reason === '' ? '' : ` (${reason})`
}

const messageId = z.string().min(1).max(40).describe('msg-…, as a message or send_to_agent named it')
const offset = z.int().min(0).optional().describe('`next` of the part before')

/** Reads one message, and what became of it. */
export const readMessage: Tool<{ message_id: typeof messageId; offset: typeof offset }> = {
  name: 'read_message',
  description: 'Reads the rest of a message that was cut in your prompt, or what became of one you sent.',
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
