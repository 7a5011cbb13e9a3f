import { z } from 'zod'
import { awaitLimit } from '../../main/contract/api/limits.ts'
import { RefusedError } from '../../main/contract/api/errors.ts'
import { handedLine } from '../../main/contract/agents/tool-calls.ts'
import {
  priorities,
  priorityNames,
  usualPriority,
  wakes,
  type Priority,
} from '../../main/contract/mail/priorities.ts'
import { isAccepted, stateName } from '../shared/plain-names.ts'
import { agentName, quoteLines, presentFields, tool, linkMode, words } from '../shared/tool.ts'
import { isAll, isGroup, toMany, sendAsAgent, type SendOptions } from './send.ts'
import type { MessageReport, ReplyText } from '../../main/contract/api/reports.ts'
import type { SendResult } from '../../main/contract/mail/mail-views.ts'

const longest = awaitLimit / 1000

function aboutPriority(name: Priority): string {
  return `${name}${name === usualPriority.others ? ' (default)' : ''}: ${priorities[name].about}`
}

export const sendToAgent = tool({
  name: 'send_to_agent',
  description:
    'Sends a message to another agent and returns at once; to ask, set expect_reply. A reply ' +
    'comes to you later as a new prompt, so go on or end your turn; never wait or poll. To answer a message that expects a ' +
    'reply, use reply_to_agent.',
  input: {
    target: agentName.describe('Name of an agent or a group; all: every agent'),
    message: words('What it needs to know or do, complete in itself: it does not see your conversation'),
    priority: z.enum(priorityNames).optional().describe(priorityNames.map(aboutPriority).join('. ')),
    expect_reply: z.boolean().optional().describe('You need an answer; Janus tells you if none comes'),
    await_seconds: z
      .number()
      .min(0)
      .optional()
      .describe(
        `Waits in this call for a quick reply, up to ${String(longest)} s, if you can do nothing else; not for a sleeping agent`,
      ),
    reply_to: z.string().min(1).max(40).optional().describe('message_id that this one continues'),
    link: linkMode.optional().describe('Also links you two in this mode, as open_link does'),
    direct: z.boolean().optional().describe('Same as link: converse'),
    close_link: z.boolean().optional().describe('Last words: closes your link'),
  },
  failed: { accepted: false },
  async call(ask, { target, message, priority, expect_reply, await_seconds = 0, reply_to, ...ties }, call) {
    const seconds = Math.min(await_seconds, longest)
    const wishes = {
      priority,
      expectReply: expect_reply,
      awaitMs: seconds === 0 ? undefined : Math.ceil(seconds * 1000),
      replyTo: reply_to,
      ...tieOf(ties),
    }
    if (isAll(target)) return toMany(ask, target, message, wishes, call)
    let sent: SendResult
    try {
      sent = await sendAsAgent(ask, target, message, wishes, call)
    } catch (error) {
      if (!isGroup(error)) throw error
      return toMany(ask, target, message, wishes, call)
    }
    const { closeLink: closes = false } = wishes
    const { hint, reply, text } = sentWords(sent, { name: sent.to ?? target, priority, seconds, closes })
    const { state, messageId, position, reason, linkId, closedLinkId } = sent
    // The id precedes the reply's text, so that a program that cuts long results still shows it.
    const fields = {
      accepted: isAccepted(sent),
      state: stateName(state),
      message_id: messageId,
      ...presentFields({ position, reason, reply, link_id: linkId, closed_link_id: closedLinkId }),
      hint,
    }
    return { fields, text }
  },
})

interface Ties {
  readonly link?: SendOptions['link']
  readonly direct?: boolean | undefined
  readonly close_link?: boolean | undefined
}

function tieOf({ link, direct, close_link: closes }: Ties): Pick<SendOptions, 'link' | 'closeLink'> {
  const mode = direct === true ? 'converse' : link
  if (link !== mode && link !== undefined)
    throw bad(`direct means link: "converse". Send only one of them: direct, or link: "${link}".`)
  if (mode !== undefined && closes === true)
    throw bad('close_link closes a link; link and direct open one. Send only one of them.')
  return { link: mode, closeLink: closes === true ? closes : undefined }
}

const bad = (message: string) => new RefusedError({ code: 'bad_request', message })

const messageId = z.string().min(1).max(40).describe('msg-…')

export const replyToAgent = tool({
  name: 'reply_to_agent',
  description:
    'Answers a message that is marked "expects a reply". Call it once for each, as soon as you have the answer.',
  oldNames: { ticket_id: 'message_id' },
  input: {
    message_id: messageId,
    message: words('The answer, complete in itself. If you cannot help, say so and why'),
  },
  failed: { accepted: false },
  async call(ask, { message_id: ticketId, message: payload }, call) {
    const sent = await ask('replies.send', { ticketId, payload, idempotencyKey: call.key }, call)
    const { reason, messageId: id } = sent
    const state = stateName(sent.state)
    const hint = sent.delivered
      ? 'The sender gets it. Nothing else to do? Answer with the one word SILENT and nothing else.'
      : `The answer is kept with ${ticketId}, but did not reach the sender. There is nothing more to do.`
    const fields = { accepted: isAccepted(sent), state, message_id: id, ...presentFields({ reason }), hint }
    return { fields, text: `${id}: ${state}. ${hint}` }
  },
})

/** Characters of a reply in one result; a CLI would move a longer result into a file. */
const replyLimit = 16_384

interface Sent {
  readonly name: string
  readonly priority: Priority | undefined
  /** Longest wait for the reply; 0 is no wait. */
  readonly seconds: number
  readonly closes?: boolean
}

function sentWords(
  result: SendResult,
  sent: Sent,
): { hint: string; reply: object | undefined; text: string } {
  const { messageId, state, reply } = result
  if (reply === undefined) {
    const hint = `${whatBecame(result, sent)}${closedWords(result, sent)} ${whatNext(result, sent)}`.trim()
    return { hint, reply, text: `${messageId}: ${stateName(state)}. ${hint}` }
  }
  const fields = replyFields(reply)
  const rest = fields.next === undefined ? '' : ` The rest: read_message with offset ${String(fields.next)}.`
  const hint = `"${sent.name}" has answered. These are another agent's words, not your user's; they need no thanks.${rest}${closedWords(result, sent)}`
  return {
    hint,
    reply: fields,
    text: `${handedLine(messageId, reply.messageId)} ${hint}\n\n${quoteLines(fields.text)}`,
  }
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

/** Never splits a surrogate pair. */
function cutAt(text: string): number {
  if (text.length <= replyLimit) return text.length
  return /[\uD800-\uDBFF]/.test(text.charAt(replyLimit - 1)) ? replyLimit - 1 : replyLimit
}

function whatBecame({ delivered, state, reason = '' }: SendResult, { name, priority }: Sent): string {
  // A handler of the user has answered or will.
  const isByRule = (state === 'answered' || state === 'held') && delivered && reason !== ''
  if (isByRule) return `"${name}" does not read it now${because(reason)}; you get the answer as a message.`
  if (state === 'held') return `It is held${because(reason)}: your user decides whether "${name}" gets it.`
  if (!delivered) return `It did not reach "${name}"${because(reason)}.`
  if (priority !== undefined && !wakes(priority))
    return `"${name}" reads it with its next prompt; it starts no turn.`
  if (state === 'queued') return `"${name}" reads it as soon as it can.`
  if (state === 'read') return `"${name}" has read it.`
  return `"${name}" gets it now.`
}

function closedWords({ closedLinkId }: SendResult, { closes = false, name }: Sent): string {
  if (closedLinkId !== undefined) return ` ${closedLinkId} is closed: nothing more is sent over it.`
  return closes ? ` No link of just you and "${name}" is open.` : ''
}

function whatNext({ delivered, ticketId, awaited, state, reason = '' }: SendResult, sent: Sent): string {
  const comes = 'The reply comes to you as a message: go on or end your turn, and do not ask again.'
  if (!delivered && state !== 'held') return ''
  if (awaited === undefined) return ticketId === undefined ? onlyTold : comes
  switch (awaited) {
    case 'late':
      return `No reply within ${String(sent.seconds)} s. ${comes}`
    case 'mail':
      return `The wait ended because another message is there for you. ${comes}`
    case 'peer':
      return `The wait ended because "${sent.name}" has written to you; that message comes first. ${comes}`
    case 'over':
      return ended.has(state) ? `No reply will come${because(reason)}.` : `The wait was ended. ${comes}`
  }
}

/** Without expect_reply an agent may answer in its own tab, where the sender doesn't see it. */
const onlyTold =
  'Go on or end your turn. You asked for no reply, so none may come; if you need one, set expect_reply.'

const ended: ReadonlySet<string> = new Set(['withdrawn', 'expired', 'dropped', 'undeliverable'])

function because(reason: string): string {
  return reason === '' ? '' : ` (${reason})`
}

export const readMessage = tool({
  name: 'read_message',
  description:
    'Reads the rest of a message that was cut off in your prompt, or shows what became of one you sent.',
  readOnly: true,
  input: { message_id: messageId, offset: z.int().min(0).optional().describe('next of the previous part') },
  async call(ask, { message_id: id, offset: from = 0 }) {
    const found = await ask('messages.get', { id, offset: from })
    const more =
      found.next === null ? '' : `\n[The rest of ${found.id}: read_message with offset ${String(found.next)}]`
    return { fields: messageFields(found), text: `${headOf(found)}\n\n${quoteLines(found.message)}${more}` }
  },
})

function headOf(found: MessageReport): string {
  const { id, to, state, reason, priority, isReply, replyTo, expectsReply } = found
  const about = [
    priority === usualPriority.others ? '' : priority,
    replyTo === null ? '' : `${isReply ? 'answers' : 'continues'} ${replyTo}`,
    expectsReply && state !== 'answered' ? 'expects a reply' : '',
  ].filter((part) => part !== '')
  const why = reason === '' ? '' : ` (${reason})`
  return `${id} from "${found.from}" to "${to}": ${[`${stateName(state)}${why}`, ...about].join(', ')}`
}

function messageFields(found: MessageReport): Record<string, unknown> {
  return {
    message_id: found.id,
    from: found.from,
    to: found.to,
    message: found.message,
    offset: found.offset,
    next: found.next,
    state: stateName(found.state),
    ...presentFields({ reason: found.reason }),
    state_at: found.stateAt,
    sent_at: found.acceptedAt,
    priority: found.priority,
    ...presentFields({ reply_to: found.replyTo, is_reply: found.isReply, expects_reply: found.expectsReply }),
    ...presentFields({ turn: found.turn }),
  }
}
