import type { MessageReason } from '../../contract/mail/message-reasons.ts'
import { messageReasonWords } from '../../contract/mail/message-words.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message, Reply } from '../../contract/mail/messages.ts'
import { isReachable, findOpen } from '../step/mail-for.ts'
import { machineOfAuthor, machineOf, isRemote, nameOfPeer } from '../step/peer-ids.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { passedTo } from '../passing/passing.ts'
import { isLeft } from '../step/broken-turn.ts'
import type { Step } from '../step/step.ts'
import { firstLine } from '../words/text.ts'
import { endAwaitsOnReply } from './awaits.ts'
import { accept, acceptFromJanus, inState, position, refuse, refusalOf } from './mailbox.ts'
import { repeat, sentWithKey } from './sent-before.ts'
import { beforeSilence } from '../../contract/mail/last-line.ts'

/** ms until an unanswered ticket expires. */
export const ticketTime = 24 * 60 * 60 * 1000

/** `made`: set for a handler's reply. */
type Words = Pick<EventOf<'reply.sent'>, 'fromName' | 'body' | 'metadata' | 'idempotencyKey'> & {
  readonly made?: Pick<Message, 'byHandler' | 'depth' | 'causes'>
}

export function isUnanswered({ expectsReply, reply }: Message): boolean {
  return expectsReply && reply === null
}

/** An agent answers a ticket; a second answer is sent as a follow-up. */
export function reply(step: Step, event: EventOf<'reply.sent'>): Answer {
  const { ticket, from } = event
  if (!ticket.expectsReply || ticket.to !== from)
    return refuse('not_found', 'You have no message with that id that expects a reply.')
  const earlier = sentWithKey(step, { kind: 'agent', id: from }, event)
  const asker = ticket.from.kind === 'agent' ? ticket.from.id : null
  if (earlier && asker !== null) return repeat(step, { ...event, to: asker }, earlier)
  if (event.body.trim() === '') return refuse('empty_message', 'The reply is empty. Say what the answer is.')
  if (asker !== null && step.find(asker)) {
    const unfit = refusalOf(step, { from: { kind: 'agent', id: from }, to: asker, body: event.body })
    if (unfit) return unfit
  }
  return answerTicket(step, ticket, event)
}

/** Stores the answer on its ticket, if that is open, and sends it to the asker. */
export function answerTicket(step: Step, known: Message, words: Words): Answer {
  const open = findOpen(step, known.id)
  const ticket = open ?? known
  if (open && isUnanswered(open)) {
    const { message, closed } = settle(step, open, words, false)
    return { kind: 'message', message: message ?? closed, position: message ? position(step, message) : 0 }
  }
  const follow = reverse(step, ticket, words) ?? followAway(step, ticket, words)
  if (follow) return { kind: 'message', message: follow, position: position(step, follow) }
  if (ticket.reply?.text === words.body) return { kind: 'message', message: ticket, position: 0 }
  return refuse(
    'wrong_state',
    `${ticket.id} is already answered, and ${ticket.fromName} gets no messages. ${ticket.from.kind === 'guest' ? 'Nothing more reaches them until they write again.' : 'Say it in your turn.'}`,
  )
}

/** A turn's final text answers the tickets of one sender that began it: one message for all. */
export function answerByText(
  step: Step,
  tickets: readonly Message[],
  words: Omit<Words, 'idempotencyKey' | 'metadata'>,
): void {
  const [first, ...others] = tickets
  if (!first) return
  const body = first.asks ? saidInCircle(first.asks, words.body) : (beforeSilence(words.body) ?? words.body)
  const said = {
    ...words,
    metadata: {},
    idempotencyKey: null,
    body: body.trim() === '' ? 'nothing to add' : body,
  }
  const { message } = settle(step, first, said, true)
  for (const ticket of others) close(step, ticket, replyOf(step, said, message, true))
}

/**
 * Another machine's gathering reads the last line of an answer like that of its own members, so a pass by the
 * tool is put there.
 */
function saidInCircle({ passing }: NonNullable<Message['asks']>, text: string): string {
  return passing === undefined ? text : passedTo(text, passing)
}

export function settle(
  step: Step,
  ticket: Message,
  words: Words,
  implicit: boolean,
): { closed: Message; message: Message | null } {
  const message = reverse(step, ticket, words)
  const closed = close(step, ticket, replyOf(step, words, message, implicit))
  return { closed, message }
}

function replyOf(step: Step, { body, metadata }: Words, message: Message | null, implicit: boolean): Reply {
  return { message: message?.id ?? null, text: body, at: step.now, implicit, metadata }
}

function close(step: Step, ticket: Message, reply: Reply): Message {
  const closed = { ...inState(step, ticket, 'answered', null), reply }
  step.message(closed, false)
  dropNotices(step, ticket)
  if (ticket.from.kind === 'agent')
    step.announce('question.settled', { asker: ticket.from.id, question: ticket.id })
  const brought = reply.message === null ? undefined : findOpen(step, reply.message)
  // A held answer comes when the user releases it, so the waiting call doesn't get it.
  endAwaitsOnReply(step, ticket, brought?.state === 'held' ? null : reply.message)
  return closed
}

/** Drops unread notices about an open ticket, which its answer makes obsolete. */
function dropNotices(step: Step, { id, from }: Message): void {
  if (from.kind !== 'agent') return
  for (const notice of step.find(from.id)?.mailbox ?? []) {
    const stale = notice.from.kind === 'system' && notice.replyTo === id && notice.state === 'queued'
    if (stale) step.message(inState(step, notice, 'dropped', { kind: 'answeredFirst' }), false)
  }
}

/** Sends an answer to its asker; null if the asker has no mailbox here. */
function reverse(step: Step, ticket: Message, words: Words): Message | null {
  const { from } = ticket
  if (from.kind !== 'agent' || !step.find(from.id)) return null
  const metadata = { ...words.metadata, isReply: 'true', replyTo: ticket.id }
  return sendAnswer(step, ticket, from.id, words, { metadata })
}

/** A follow-up to a remote asker. (The first answer travels with the receipt of its question.) */
function followAway(step: Step, ticket: Message, words: Words): Message | null {
  const { from } = ticket
  if (from.kind !== 'agent' || !isRemote(from.id) || !isReachable(step, from.id)) return null
  return sendAnswer(step, ticket, from.id, words, {
    ...goesOnFrom(ticket, from.id),
    metadata: words.metadata,
  })
}

function sendAnswer(
  step: Step,
  ticket: Message,
  to: AgentId,
  { fromName, body, idempotencyKey, made }: Words,
  more: Pick<Message, 'metadata' | 'goesOn'>,
): Message {
  const from = { kind: 'agent', id: ticket.to } as const
  const answer = { priority: 'normal', replied: ticket, isReply: true } as const
  return accept(step, { from, fromName, to, body, idempotencyKey, ...answer, ...made, ...more })
}

/** Names the message that is answered to its machine: by its id there, or by ours. */
export function goesOnFrom({ id, from, idempotencyKey }: Message, to: AgentId): Pick<Message, 'goesOn'> {
  if (machineOfAuthor(from) !== machineOf(to)) return { goesOn: { mine: id } }
  return idempotencyKey === null ? {} : { goesOn: { yours: idempotencyKey as MessageId } }
}

export function endMessage(
  step: Step,
  message: Message,
  state: 'withdrawn' | 'expired' | 'dropped' | 'undeliverable',
  reason: MessageReason | null,
): Message {
  const ended = inState(step, message, state, reason)
  step.message(ended, false)
  step.announce('message.ended', { message: ended })
  endAwaitsOnReply(step, message, null)
  if (message.expectsReply && message.from.kind === 'agent')
    step.announce('question.settled', { asker: message.from.id, question: message.id })
  if (message.spoken) return ended
  const what = message.expectsReply
    ? 'Your question'
    : message.crossed
      ? 'What you said over a link,'
      : 'Your message'
  const words = `${what} ${message.id} to "${nameOf(step, message.to)}" ${verbs[state]}: ${messageReasonWords(reason, 'agent')}.`
  notifySender(step, message, words, message.expectsReply ? 'normal' : 'low')
  return ended
}

const verbs = {
  withdrawn: 'was taken back',
  expired: 'has expired',
  dropped: 'was dropped',
  undeliverable: 'could not be delivered',
} as const

export function notAnswered(step: Step, ticket: Message, reason: MessageReason, final: boolean): void {
  step.message({ ...ticket, reason }, true)
  notifySender(
    step,
    ticket,
    `Your question ${ticket.id} to "${nameOf(step, ticket.to)}": ${messageReasonWords(reason, 'agent').replace(/\.$/, '')}.`,
    final ? 'normal' : 'low',
  )
}

/** Only agents are told; the user sees it in the window. */
export function notifySender(step: Step, about: Message, words: string, priority: 'low' | 'normal'): void {
  const { from } = about
  if (from.kind !== 'agent' || !step.find(from.id)) return
  const question = firstLine(about.body, 80)
  acceptFromJanus(step, {
    to: from.id,
    priority,
    replied: about,
    body: `${words}\nIt began: "${question}"`,
    depth: about.depth + 1,
    causes: [about.id],
  })
}

function nameOf(step: Step, id: AgentId): string {
  return step.find(id)?.agent.name ?? nameOfPeer(step.machines, id) ?? 'an agent that is gone'
}

/** Expires unanswered tickets; one that is with a process waits until its turn is over. */
export function expire(step: Step, id: AgentId): void {
  const { mailbox, frames } = step.get(id)
  for (const message of mailbox) {
    if (!isUnanswered(message) || step.now < message.acceptedAt + ticketTime) continue
    if (frames.some((frame) => frame.messages.includes(message.id) && !isLeft(frame))) continue
    endMessage(step, message, 'expired', { kind: 'expired', read: message.turn !== null })
  }
}
