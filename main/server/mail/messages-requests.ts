import { awaitLimit, messageLimit } from '../../contract/api/limits.ts'
import { callKey } from '../../contract/agents/tool-calls.ts'
import { replyText } from '../../contract/api/reports.ts'
import type { MessageView, SendResult } from '../../contract/mail/mail-views.ts'
import { becauseWords } from '../../contract/mail/message-words.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Caller, CallerSignal, RequestInput } from '../../contract/api/requests.ts'
import type { Command } from '../../core/step/events.ts'
import { nameNow } from '../../core/step/peer-ids.ts'
import { linkBetween } from '../../core/links/queries.ts'
import { utf8Length } from '../../core/words/text.ts'
import {
  answerTo,
  findAgent,
  findMessage,
  findReadable,
  mustFind,
  refused,
  turnNumbers,
  type RequestContext,
  authorOf,
} from '../api/request-context.ts'
import { findGroup } from './group-members.ts'
import { findPeer } from '../fleet/peers.ts'
import { audienceOf, chainTo, messageView, replyView, ticketState, whyOf } from './mail-views.ts'
import { attachmentsOf } from './attachments-requests.ts'
import type { Handlers } from '../api/requests.ts'

export function messageHandlers(parts: RequestContext) {
  const { engine } = parts
  const view = (message: Message, offset?: number): MessageView =>
    messageView(engine.state, message, turnNumbers(parts), offset)
  const hand = async (command: Command): Promise<MessageView> =>
    view(currentMessage(parts, (await answerTo(parts, 'message', command)).message))
  const id = (written: string): Message['id'] => findMessage(parts, written).id
  return {
    'messages.send': (caller, input, gone) => sendMessage(parts, caller, input, gone),
    'messages.get': (caller, input) => view(findReadable(parts, caller, input.id), input.offset),
    'messages.withdraw': (_, input) => hand({ type: 'message.withdrawn', message: id(input.id) }),
    'messages.release': (_, input) => hand({ type: 'message.released', message: id(input.id) }),
    'messages.drop': (_, input) => hand({ type: 'message.dropped', message: id(input.id) }),
    'messages.move': (_, { to, ...input }) => {
      const before = typeof to === 'string' || to.before === null ? null : id(to.before)
      return hand({
        type: 'message.moved',
        message: id(input.id),
        to: typeof to === 'string' ? to : { before },
      })
    },
    'messages.hasten': (_, input) => hand({ type: 'message.hastened', message: id(input.id) }),
    'messages.decide': (_, { decision, stopTool = false, ...input }) =>
      hand({ type: 'message.decided', message: id(input.id), decision, stopTool }),
    'messages.nudge': (_, input) => hand({ type: 'message.nudged', message: id(input.id) }),
    'messages.retry': (caller, input) =>
      hand({ type: 'message.retried', message: findMessage(parts, input.id) }),
    'messages.deliverAnyway': (_, input) =>
      hand({ type: 'message.handedOver', message: findMessage(parts, input.id) }),
    'messages.chain': (_, input) => ({
      chain: chainTo(engine.state, findMessage(parts, input.id), (one) => parts.store.message(one)),
    }),
    'peers.seen': async (_, { agent }) => {
      const peer = findPeer(parts, agent)
      if (peer === null) throw refused('unknown_agent', 'That is no agent of another machine.')
      await engine.command({ type: 'peer.seen', peer })
      return { seen: true as const }
    },
  } satisfies Partial<Handlers>
}

export function refuseTooLong(words: string): void {
  if (utf8Length(words) > messageLimit)
    throw refused('too_large', 'A message has at most 1 MiB. Put the rest into a file and name it.')
}

async function sendMessage(
  parts: RequestContext,
  caller: Caller,
  input: RequestInput<'messages.send'>,
  gone?: CallerSignal,
): Promise<SendResult> {
  refuseTooLong(input.message)
  refuseLink(caller, input)
  if (input.now && caller.kind === 'agent')
    throw refused('not_allowed', 'Only the user can send past the queue. Use a priority.')
  refuseGroup(parts, input.agent)
  const peer = findPeer(parts, input.agent, caller.kind)
  const { id: to, renamed } = peer === null ? localOf(parts, input.agent) : { id: peer, renamed: undefined }
  const name = renamed ?? nameNow(parts.engine.state, to)
  const from = authorOf(caller)
  const attachments = attachmentsOf(parts, caller, input)
  const idempotencyKey = input.idempotencyKey ?? null
  const awaitMs = Math.min(input.awaitMs ?? 0, awaitLimit)
  const replied = input.replyTo === undefined ? null : findReadable(parts, caller, input.replyTo)
  const sending = () => ({
    type: 'message.sent' as const,
    from,
    fromName: from.kind === 'agent' ? mustFind(parts.engine, from.id).agent.name : parts.status().user,
    to,
    body: input.message,
    attachments,
    priority: input.priority ?? null,
    expectsReply: input.expectReply === true || awaitMs > 0,
    replied,
    now: input.now ?? false,
    metadata: input.metadata ?? {},
    idempotencyKey,
    link: input.link ?? null,
    ...(input.closeLink === true ? { closesLink: true as const } : {}),
    earlier: idempotencyKey === null ? null : parts.store.messageByKey(from, idempotencyKey),
  })
  // Without a lookup in the store, the command can be batched with others.
  const answer = await answerTo(parts, 'message', idempotencyKey === null ? sending() : sending)
  const sent = answer.message
  if (awaitMs === 0) await awaitBegin(parts, sent, input.awaitBeginMs ?? 0, gone)
  const waited =
    awaitMs > 0 ? await awaitReply(parts, caller, sent, { key: idempotencyKey, ms: awaitMs, gone }) : {}
  return {
    ...sendResult(parts, caller, currentMessage(parts, sent), answer.position),
    ...waited,
    ...(answer.closed === undefined ? linkOf(parts, caller, sent) : { closedLinkId: answer.closed }),
    ...(name === null || name === input.agent ? {} : { to: name }),
    ...(renamed ? { renamed } : {}),
  }
}

function refuseLink(caller: Caller, { link, closeLink }: RequestInput<'messages.send'>): void {
  if ((link || closeLink) && caller.kind !== 'agent')
    throw refused('bad_request', 'A link is between agents: open it with both as members (links.open).')
  if (link && closeLink)
    throw refused('bad_request', 'link opens a link, closeLink closes it: send one of them.')
}

function localOf(
  parts: RequestContext,
  ref: string,
): { readonly id: AgentId; readonly renamed: string | undefined } {
  const { state, renamed } = findAgent(parts, ref)
  return { id: state.agent.id, renamed }
}

/** Lets the receiver start first, because the sender's next step would take the CPU from it. */
async function awaitBegin(
  parts: RequestContext,
  sent: Message,
  ms: number,
  gone?: CallerSignal,
): Promise<void> {
  const to = parts.engine.state.agents.get(sent.to)
  const begins = currentMessage(parts, sent).state === 'written' && to?.process === 'on' && to.turn === null
  if (begins && ms > 0) await parts.beginnings.next(sent.to, ms, gone)
}

/** Broadcasts have another answer. */
function refuseGroup(parts: RequestContext, ref: string): void {
  const group = findGroup(parts, ref)
  if (group !== null)
    throw refused('is_group', `"${group.name}" is a group: write to it by POST /groups/NAME/message.`)
}

function linkOf({ engine }: RequestContext, caller: Caller, { to }: Message): Pick<SendResult, 'linkId'> {
  const link = caller.kind === 'agent' ? linkBetween(engine.state.links, [caller.id, to]) : undefined
  return link?.closed === null ? { linkId: link.id } : {}
}

export function sendResult(
  { engine }: RequestContext,
  caller: Caller,
  message: Message,
  position: number,
): SendResult {
  const { state, id, expectsReply } = message
  const reason = becauseWords(whyOf(engine.state, message), audienceOf(caller))
  return {
    delivered:
      (state !== 'held' || message.hold === 'answering') &&
      state !== 'dropped' &&
      state !== 'undeliverable' &&
      state !== 'expired',
    state,
    messageId: id,
    ...(state === 'queued' && position > 0 ? { position } : {}),
    ...(reason ? { reason } : {}),
    ...(expectsReply ? { ticketId: id } : {}),
  }
}

/** `key`: the call's idempotency key; `ms`: milliseconds. */
interface Wait {
  readonly key: string | null
  readonly ms: number
  readonly gone: CallerSignal | undefined
}

/**
 * Waits for the reply to a ticket. A reply handed to an agent's call counts as read once its result is seen.
 */
async function awaitReply(
  parts: RequestContext,
  caller: Caller,
  ticket: Message,
  wait: Wait,
): Promise<Pick<SendResult, 'reply' | 'awaited'>> {
  const over =
    caller.kind === 'agent'
      ? await awaitAsAgent(parts, caller.id, ticket, wait)
      : await parts.changes.until(ticket.id, () => settled(parts, ticket), wait.ms, wait.gone)
  if (over === null) return { awaited: 'late' }
  const reply = replyView(currentMessage(parts, ticket))
  if (over === 'reply' && reply) return { reply: replyText(reply) }
  return { awaited: over === 'reply' ? 'over' : over }
}

function settled(parts: RequestContext, ticket: Message): 'reply' | 'over' | null {
  const state = ticketState(currentMessage(parts, ticket))
  return state === 'open' ? null : state === 'answered' ? 'reply' : 'over'
}

type Over = 'reply' | 'mail' | 'peer' | 'over'

async function awaitAsAgent(
  { engine, changes }: RequestContext,
  agent: AgentId,
  { id: ticket }: Message,
  { key, ms, gone }: Wait,
): Promise<Over | null> {
  const call = key?.startsWith(callKey) ? key.slice(callKey.length) : null
  await engine.command({ type: 'await.began', agent, ticket, call })
  const look = (): Over | null => {
    const awaits = engine.state.agents.get(agent)?.awaits ?? []
    const mine = awaits.find((one) => one.ticket === ticket && one.call === call)
    return mine ? mine.over : 'over'
  }
  const over = await changes.until(agent, look, ms, gone)
  engine.fact({ type: 'await.ended', agent, ticket, call, handed: over === 'reply' })
  return over
}

/** Its latest state: delivery may have written it in the same step. */
export function currentMessage({ engine, store }: RequestContext, message: Message): Message {
  const mailbox = engine.state.agents.get(message.to)?.mailbox
  return mailbox?.find((open) => open.id === message.id) ?? store.message(message.id) ?? message
}
