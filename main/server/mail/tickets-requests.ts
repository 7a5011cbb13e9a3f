import { senderKey } from '../../contract/mail/authors.ts'
import { awaitLimit } from '../../contract/api/limits.ts'
import type { RequestAnswers } from '../../contract/api/answers.ts'
import type { ReplyReport, TicketState } from '../../contract/mail/mail-views.ts'
import { replyText } from '../../contract/api/reports.ts'
import { needsWords } from '../../contract/agents/agent-words.ts'
import { becauseWords } from '../../contract/mail/message-words.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Caller, CallerSignal, RequestInput } from '../../contract/api/requests.ts'
import { findPeer } from '../fleet/peers.ts'
import {
  pageAt,
  answerTo,
  agentIdOf,
  findReadable,
  mustFind,
  refused,
  turnNumbers,
  unknownMessage,
  type RequestContext,
} from '../api/request-context.ts'
import { blockedBy } from '../agents/views.ts'
import { audienceOf, messageView, replyView, ticketState, ticketView, whyOf } from './mail-views.ts'
import type { Handlers } from '../api/requests.ts'
import { currentMessage, refuseTooLong, sendResult } from './messages-requests.ts'

export function ticketHandlers(parts: RequestContext) {
  return {
    'tickets.list': (caller, input) => listTickets(parts, caller, input),
    'tickets.get': (caller, { id }) => ticketView(parts.engine.state, findTicket(parts, caller, id)),
    'replies.send': (caller, input) => sendReply(parts, caller, input),
    'replies.get': (caller, input, gone) => awaitedReply(parts, caller, input, gone),
    'threads.get': (caller, input) => thread(parts, caller, input),
    'messages.written': (_, input) => listWritten(parts, input),
  } satisfies Partial<Handlers>
}

function findTicket(parts: RequestContext, caller: Caller, id: string): Message {
  const message = findReadable(parts, caller, id)
  if (!message.expectsReply) throw unknownMessage(id)
  return currentMessage(parts, message)
}

const usualPage = 50

function listTickets(
  parts: RequestContext,
  caller: Caller,
  { state, limit = usualPage, cursor }: RequestInput<'tickets.list'>,
): RequestAnswers['tickets.list'] {
  const party = caller.kind === 'agent' ? caller.id : 'user'
  const found: Message[] = []
  for (let before = cursor ?? null; found.length <= limit;) {
    const page = pageOf(parts, party, state, before, limit + 1).map((message) =>
      currentMessage(parts, message),
    )
    found.push(...page.filter((message) => state === undefined || isIn(message, state)))
    const last = page.at(-1)
    if (!last || page.length <= limit) break
    before = last.seq
  }
  const items = found.slice(0, limit)
  const next = found.length > limit ? (items.at(-1)?.seq ?? null) : null
  return { items: items.map((message) => ticketView(parts.engine.state, message)), next }
}

/** Open tickets are in memory; the store would have to search all settled ones. */
function pageOf(
  { engine, store }: RequestContext,
  party: AgentId | 'user',
  state: TicketState | undefined,
  before: number | null,
  limit: number,
): readonly Message[] {
  if (state !== 'open') return store.tickets(party, before, limit)
  const { agents, machines } = engine.state
  const waiting = [
    ...[...agents.values()].flatMap(({ mailbox }) => mailbox),
    ...[...machines.values()].flatMap(({ mail }) => mail),
  ]
  return waiting
    .filter(({ expectsReply, seq }) => expectsReply && (before === null || seq < before))
    .filter(({ to, from }) => to === party || senderKey(from) === party)
    .sort((a, b) => b.seq - a.seq)
    .slice(0, limit)
}

function isIn(message: Message, state: TicketState): boolean {
  return ticketState(message) === state
}

async function sendReply(parts: RequestContext, caller: Caller, input: RequestInput<'replies.send'>) {
  refuseTooLong(input.payload)
  if (caller.kind !== 'agent') throw refused('not_allowed', 'Only the agent that was asked can answer.')
  const ticket = findTicket(parts, caller, input.ticketId)
  // The asker may see its ticket, but only the receiver may answer it.
  if (ticket.to !== caller.id) throw unknownMessage(input.ticketId)
  const from = caller.id
  const idempotencyKey = input.idempotencyKey ?? null
  const answer = await answerTo(parts, 'message', () => ({
    type: 'reply.sent',
    from,
    fromName: mustFind(parts.engine, from).agent.name,
    ticket,
    body: input.payload,
    metadata: input.metadata ?? {},
    idempotencyKey,
    earlier:
      idempotencyKey === null ? null : parts.store.messageByKey({ kind: 'agent', id: from }, idempotencyKey),
  }))
  return {
    ...sendResult(parts, caller, currentMessage(parts, answer.message), answer.position),
    ticketId: ticket.id,
  }
}

async function awaitedReply(
  parts: RequestContext,
  caller: Caller,
  { id, waitMs = 0 }: RequestInput<'replies.get'>,
  gone?: CallerSignal,
): Promise<ReplyReport> {
  const asked = findTicket(parts, caller, id)
  const look = (): Message | null => {
    const now = currentMessage(parts, asked)
    return ticketState(now) === 'open' ? null : now
  }
  const settled = await parts.changes.until(asked.id, look, Math.min(waitMs, awaitLimit), gone)
  const ticket = settled ?? currentMessage(parts, asked)
  const because = becauseWords(whyOf(parts.engine.state, ticket), audienceOf(caller))
  const reason = because || (settled === null ? standstill(parts, ticket, caller) : '')
  const reply = replyView(ticket)
  return { ticketId: ticket.id, state: ticketState(ticket), reply: reply && replyText(reply), reason }
}

/** Says that the receiver is waiting for the user. */
function standstill({ engine }: RequestContext, { to }: Message, caller: Caller): string {
  const state = engine.state.agents.get(to)
  const words = state ? needsWords(blockedBy(engine.state, state), audienceOf(caller)) : ''
  return state && words !== '' ? `${state.agent.name} ${words}` : ''
}

function thread(
  parts: RequestContext,
  caller: Caller,
  { id, limit = usualPage, cursor = 0 }: RequestInput<'threads.get'>,
): RequestAnswers['threads.get'] {
  const { thread } = findReadable(parts, caller, id)
  const party = caller.kind === 'agent' ? [caller.id] : []
  const found = parts.store.thread(thread, cursor, limit + 1, ...party)
  const { items, next } = pageAt(found, cursor, limit)
  const messages = items.map((message) =>
    messageView(parts.engine.state, currentMessage(parts, message), turnNumbers(parts)),
  )
  return { thread, messages, next }
}

/** To one agent, of this or another machine. */
function listWritten(
  parts: RequestContext,
  { agent, limit = 30, cursor }: RequestInput<'messages.written'>,
): RequestAnswers['messages.written'] {
  const id = findPeer(parts, agent) ?? agentIdOf(parts, agent)
  const found = parts.store.written(id, cursor ?? null, limit + 1)
  const items = found.slice(0, limit)
  return {
    items: items.map((message) => ({
      ...messageView(parts.engine.state, message, turnNumbers(parts)),
      reply: replyView(message),
    })),
    next: found.length > limit ? (items.at(-1)?.seq ?? null) : null,
  }
}
