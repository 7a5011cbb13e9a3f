import { isPeers, peerKeyOf } from '../../contract/mail/authors.ts'
import { attachedNames } from '../../contract/mail/attachments.ts'
import {
  countsAsWaiting,
  messageFields,
  ticketStates,
  type ChainLink,
  type MessageView,
  type OwedView,
  type PendingView,
  type ReplyView,
  type TicketState,
  type TicketView,
} from '../../contract/mail/mail-views.ts'
import type { Audience } from '../../contract/api/audience.ts'
import type { Because } from '../../contract/mail/message-reasons.ts'
import type { Author, MessageId, TurnId } from '../../contract/api/model.ts'
import { pick } from '../../contract/api/pick.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Caller } from '../../contract/api/requests.ts'
import { nameNow } from '../../core/step/peer-ids.ts'
import { depthCap, passedOf, sameTextCap } from '../../core/mail/loop-guard.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import { asksUser } from '../../core/step/status.ts'
import { cutBytes, utf8Length } from '../../core/words/text.ts'
import { isUnanswered, ticketTime } from '../../core/mail/tickets.ts'
import { absorbedOf, isAbsorbed, queueOf, rankOf } from '../../core/mail/queue.ts'
import { cardTime, deservesBanner } from '../../core/turns/timing.ts'
import { byPriority } from '../../contract/mail/priorities.ts'
import { withPriority } from '../../core/delivery/by-hand.ts'
import { waitReason } from '../../core/delivery/waiting.ts'

const previewLength = 280
/** Characters; longer previews end with an ellipsis. */
const chainPreview = 120
/** Bytes per answer. */
const answerLimit = 64 * 1024

/** Null if unknown. */
export type TurnNumber = (turn: TurnId) => number | null

/** Undelivered messages: being written, then queued in reading order, then held. */
export function pendingOf(state: AgentState): readonly Message[] {
  // Texts of a gathering are shown there, with their states.
  const mailbox = state.mailbox.filter(({ spoken }) => spoken === null)
  const written = mailbox.filter((message) => message.state === 'written')
  const held = mailbox.filter((message) => message.state === 'held')
  return [...written, ...queueOf(mailbox), ...absorbedOf(mailbox), ...held]
}

export function countPending(state: AgentState): number {
  return pendingOf(state).filter((message) =>
    countsAsWaiting({ from: message.from, absorbed: isAbsorbed(message) }),
  ).length
}

export function pendingView(all: State, state: AgentState, message: Message): PendingView {
  const { at: now } = all
  const { body, attachments = [] } = message
  const canStopTool = state.turn !== null && state.cards.length === 0
  return {
    ...pick(message, ['id', 'from', 'fromName']),
    preview: preview(body.trim() === '' ? attachedNames(attachments) : body, previewLength),
    bytes: utf8Length(body),
    ...(attachments.length > 0 ? { attachments } : {}),
    ...pick(message, ['state', 'stateAt']),
    ...becauseOf(all, state, message),
    ...pick(message, ['inInput', 'acceptedAt', 'priority', 'thread', 'replyTo']),
    expectsReply: isUnanswered(message),
    ...pick(message, ['hold', 'now']),
    rank: rankOf(message),
    ranks: ranksOf(message, now),
    ...pick(message, ['ahead', 'crossed']),
    absorbed: message.state === 'queued' && isAbsorbed(message),
    card: asksUser(message) && message.card ? { until: message.card.at + cardTime, canStopTool } : null,
    banner: deservesBanner(state, message, now),
  }
}

/** Its rank if the user gave it each priority. */
function ranksOf(message: Message, now: number): PendingView['ranks'] {
  return byPriority((priority) => rankOf(withPriority(message, priority, now)))
}

function becauseOf(all: State, state: AgentState, message: Message): Because {
  const waits = message.state === 'queued' ? waitReason(state, message, all.at, all) : null
  return { reason: message.reason, waitReason: waits }
}

export function owedOf({ mailbox, frames }: AgentState, turnNumber: TurnNumber): readonly OwedView[] {
  // Tickets in a running turn may still be answered in it.
  const open = new Set(frames.flatMap((frame) => frame.messages))
  return mailbox
    .filter((message) => message.state === 'read' && isUnanswered(message) && !open.has(message.id))
    .map((message) => ({
      ...pick(message, ['id', 'from', 'fromName']),
      preview: preview(message.body, previewLength),
      ...pick(message, ['acceptedAt', 'reason', 'reminded']),
      turn: message.turn === null ? null : turnNumber(message.turn),
      expiresAt: message.acceptedAt + ticketTime,
    }))
}

/** The text starts at `offset`. */
export function messageView(
  state: State,
  message: Message,
  turnNumber: TurnNumber,
  offset: number = 0,
): MessageView {
  const { text } = cutBytes(message.body.slice(offset), answerLimit)
  const end = offset + text.length
  return {
    ...pick(message, messageFields),
    text,
    offset,
    ...namesOf(state, message),
    ...whyOf(state, message),
    ...(message.attachments ? { attachments: message.attachments } : {}),
    next: end < message.body.length ? end : null,
    turn: message.turn === null ? null : turnNumber(message.turn),
  }
}

export function ticketView(state: State, message: Message): TicketView {
  const { body, acceptedAt } = message
  return {
    ...pick(message, ['id', 'from', 'to', 'thread', 'reason']),
    ...namesOf(state, message),
    state: ticketState(message),
    preview: preview(body, previewLength),
    askedAt: acceptedAt,
    expiresAt: acceptedAt + ticketTime,
    message: message.state,
    reply: replyView(message),
  }
}

/** Present names, or those at acceptance. */
function namesOf(state: State, { from, fromName, to }: Message) {
  const sender = from.kind === 'agent' ? nameNow(state, from.id) : null
  return { fromName: sender ?? fromName, toName: nameNow(state, to) ?? to }
}

/** Open until answered or ended. */
export function ticketState({ state, reply }: Message): TicketState {
  if (reply) return 'answered'
  return ticketStates.find((one) => one !== 'answered' && one === state) ?? 'open'
}

export function replyView({ reply, handled }: Message): ReplyView | null {
  if (!reply) return null
  const { message: messageId, text, implicit, at, metadata } = reply
  // A handler's answer settles the ticket; the agent's later text is a message of its own.
  const byRule = handled?.action.kind === 'answered'
  return { messageId, text, implicit, byRule, at, metadata }
}

const longestChain = 20

/** Oldest first: the messages that the loop guard counted, else those that caused it. */
export function chainTo(
  state: State,
  message: Message,
  find: (id: MessageId) => Message | null,
): readonly ChainLink[] {
  const counted =
    message.hold === 'loop' && message.depth <= depthCap ? countedWith(state, message, find) : []
  const chain = counted.length > 0 ? [...counted, message] : causesOf(message, find)
  return chain.map(({ id, from, fromName, to, body, depth, acceptedAt }) => ({
    id,
    from: from.kind === 'agent' ? authorName(state, from, fromName) : fromName,
    to: nameNow(state, to) ?? to,
    preview: body.length > chainPreview ? `${preview(body, chainPreview)}…` : body,
    depth,
    at: acceptedAt,
  }))
}

/** Recent messages between the two: only those with the same text if there were too many, else all. */
function countedWith(
  { traffic }: State,
  { from, to, body }: Message,
  find: (id: MessageId) => Message | null,
): readonly Message[] {
  if (!isPeers(from)) return []
  const peer = peerKeyOf(from)
  const same = passedOf(traffic, peer, to, body)
  const passed = same.length >= sameTextCap ? same : passedOf(traffic, peer, to)
  return passed.slice(-longestChain).flatMap(({ id }) => find(id) ?? [])
}

function causesOf(message: Message, find: (id: MessageId) => Message | null): readonly Message[] {
  const chain: Message[] = []
  for (let at: Message | undefined = message; at && chain.length < longestChain;) {
    chain.unshift(at)
    const causes: readonly Message[] = at.causes
      .flatMap((id) => find(id) ?? [])
      .filter((cause) => !chain.includes(cause))
    at = [...causes].sort((a, b) => b.depth - a.depth)[0]
  }
  return chain
}

export function audienceOf(caller: Caller): Audience {
  return caller.kind === 'agent' ? 'agent' : 'user'
}

/** Reason of its state, and what it waits for. */
export function whyOf(state: State, message: Message): Because {
  const receiver = state.agents.get(message.to)
  return receiver ? becauseOf(state, receiver, message) : { reason: message.reason, waitReason: null }
}

function authorName(state: State, author: Author, then: string): string {
  if (author.kind === 'guest') return then
  return author.kind === 'agent' ? (nameNow(state, author.id) ?? then) : author.kind
}

function preview(body: string, length: number): string {
  return [...body.slice(0, 2 * length)].slice(0, length).join('')
}
