import type { Author, CardId, Message } from '../../contract/model.ts'
import { messageLimit, type Caller, type RequestInput } from '../../contract/requests.ts'
import { utf8Length } from '../../core/text.ts'
import {
  findAgent,
  findMessage,
  mayRead,
  mustFind,
  refused,
  unknownMessage,
  type RequestParts,
} from '../lookup.ts'
import type { Answers } from '../requests.ts'
import { messageReport } from '../views.ts'

/** Messages, cards, transcripts: what is said, and what was. */
export function messageAnswers(parts: RequestParts) {
  const { engine, store } = parts
  const onMessage = async (type: 'message.withdrawn' | 'message.released', id: string) => {
    const answer = await engine.command({ type, message: findMessage(parts, id).id })
    if (answer.kind !== 'message') throw refused('internal', 'The message did not answer.')
    return messageReport(engine.state, answer.message, 0)
  }
  return {
    'messages.send': (caller, input) => sendMessage(parts, caller, input),
    'messages.get': (caller, { id, offset }) => {
      const message = findMessage(parts, id)
      if (!mayRead(caller, message)) throw unknownMessage(id)
      return messageReport(engine.state, message, offset ?? 0)
    },
    'messages.withdraw': (_, { id }) => onMessage('message.withdrawn', id),
    'messages.release': (_, { id }) => onMessage('message.released', id),
    'cards.answer': (_, input) => answerCard(parts, input),
    'transcript.page': (_, { agent, before, limit }) => {
      const items = store.entries(findAgent(parts, agent).state.agent.id, before ?? null, limit ?? 200)
      const first = items[0]?.n ?? 1
      return { items, next: first > 1 ? first : null }
    },
    'drafts.keep': (_, { agent, text }) => {
      store.keepDraft(agent === 'first' ? agent : findAgent(parts, agent).state.agent.id, text)
      return { kept: true }
    },
    'history.search': (_, input) => search(parts, input),
  } satisfies Partial<Answers>
}

async function answerCard({ engine, ...parts }: RequestParts, input: RequestInput<'cards.answer'>) {
  const { agent, card, decision, message, answers, suggestion } = input
  const { id } = findAgent({ engine, ...parts }, agent).state.agent
  const allow = {
    kind: 'allow' as const,
    ...(answers ? { answers } : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
  }
  await engine.command({
    type: 'card.answered',
    agent: id,
    card: card as CardId,
    decision: decision === 'allow' ? allow : { kind: 'deny', message: message ?? '' },
  })
  return { answered: true as const }
}

async function sendMessage(parts: RequestParts, caller: Caller, input: RequestInput<'messages.send'>) {
  if (utf8Length(input.message) > messageLimit) {
    throw refused('too_large', 'A message has at most 1 MiB. Put the rest into a file and name it.')
  }
  const { state, renamed } = findAgent(parts, input.agent)
  const from: Author =
    caller.kind === 'agent' ? { kind: 'agent', id: caller.id } : { kind: 'human', via: caller.kind }
  const idempotencyKey = input.idempotencyKey ?? null
  const answer = await parts.engine.command(() => ({
    type: 'message.sent',
    from,
    fromName: from.kind === 'agent' ? mustFind(parts.engine, from.id).agent.name : parts.status().person,
    to: state.agent.id,
    body: input.message,
    metadata: input.metadata ?? {},
    idempotencyKey,
    earlier: idempotencyKey === null ? null : parts.store.messageByKey(from, idempotencyKey),
  }))
  if (answer.kind !== 'message') throw refused('internal', 'The message did not answer.')
  const { message, position } = answer
  const now = mustNewest(parts, message)
  return {
    delivered: now.state !== 'held' && now.state !== 'dropped' && now.state !== 'undeliverable',
    state: now.state,
    messageId: now.id,
    ...(now.state === 'queued' && position > 0 ? { position } : {}),
    ...(now.reason ? { reason: now.reason } : {}),
    ...(renamed ? { renamed } : {}),
  }
}

/** The message as it is now: delivery may have written it in the same step that accepted it. */
function mustNewest({ engine }: RequestParts, message: Message): Message {
  const mailbox = engine.state.agents.get(message.to)?.mailbox
  return mailbox?.find((open) => open.id === message.id) ?? message
}

/** Rows in which all the words occur, best first. */
function search(
  { engine, store }: RequestParts,
  { q, limit = 30, cursor = 0 }: RequestInput<'history.search'>,
) {
  const found = store.search(q, limit + 1, cursor)
  const items = found.slice(0, limit).map(({ entry, parts }) => ({
    agent: entry.agent,
    agentName: engine.state.agents.get(entry.agent)?.agent.name ?? '',
    ...{ n: entry.n, kind: entry.kind, authorName: entry.authorName, at: entry.at },
    parts,
  }))
  return { items, next: found.length > limit ? cursor + limit : null }
}
