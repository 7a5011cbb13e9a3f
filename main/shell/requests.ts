import { explain } from '../adapters/http/explain.ts'
import type { Author, CardId, Message, PermissionMode } from '../contract/model.ts'
import {
  messageLimit,
  requests,
  type Ask,
  type Caller,
  type RequestAnswers,
  type RequestInput,
  type RequestKind,
} from '../contract/requests.ts'
import type { Command } from '../core/events.ts'
import { utf8Length } from '../core/text.ts'
import type { Engine } from '../engine.ts'
import {
  findAgent,
  findMessage,
  mayRead,
  mustFind,
  readFolder,
  readName,
  refused,
  unknownMessage,
  type Found,
  type RequestParts,
} from './lookup.ts'
import { agentSummary, messageReport } from './views.ts'

type Answers = {
  [K in RequestKind]: (
    caller: Caller,
    input: RequestInput<K>,
  ) => Promise<RequestAnswers[K]> | RequestAnswers[K]
}

/** The one door to Janus: checks who asks and what, then answers from the state or by a command. */
export function createAsk(parts: RequestParts): Ask {
  const answers = createAnswers(parts)
  return async (caller, kind, input) => {
    const row = requests[kind]
    if (!row.allow.includes(caller.kind)) {
      throw refused('not_allowed', 'That is for the person at the app only.')
    }
    const read = row.input.safeParse(input)
    if (!read.success) throw refused('bad_request', explain(read.error, input))
    // The table ties each kind to its schema and answer; TypeScript cannot follow that through an index.
    return (answers[kind] as (caller: Caller, input: unknown) => never)(caller, read.data)
  }
}

function createAnswers(parts: RequestParts): Answers {
  const { engine, store } = parts
  const find = (ref: string): Found => findAgent(parts, ref)
  const onAgent = async (type: AgentCommand, ref: string): Promise<RequestAnswers['agents.stop']> => {
    const { state } = find(ref)
    await engine.command({ type, agent: state.agent.id })
    return agentSummary(mustFind(engine, state.agent.id), {})
  }
  const onMessage = async (type: 'message.withdrawn' | 'message.released', id: string) => {
    const answer = await engine.command({ type, message: findMessage(parts, id).id })
    if (answer.kind !== 'message') throw refused('internal', 'The message did not answer.')
    return messageReport(engine.state, answer.message, 0)
  }
  return {
    'app.status': () => parts.status(),
    'agents.list': (caller) => listAgents(engine, caller),
    'agents.create': (caller, input) => createAgent(parts, caller, input),
    'agents.change': (caller, input) => changeAgent(parts, caller, input),
    'agents.close': async (_, { agent, forever }) => {
      const { state } = find(agent)
      await engine.command({ type: forever ? 'agent.deleted' : 'agent.closed', agent: state.agent.id })
      return { closed: true }
    },
    'agents.reopen': (_, { agent }) => onAgent('agent.reopened', agent),
    'agents.stop': (_, { agent }) => onAgent('agent.stopped', agent),
    'agents.restart': (_, { agent }) => onAgent('agent.restarted', agent),
    'agents.interrupt': (_, { agent }) => onAgent('agent.interrupted', agent),
    'messages.send': (caller, input) => sendMessage(parts, caller, input),
    'messages.get': (caller, { id, offset }) => {
      const message = findMessage(parts, id)
      if (!mayRead(caller, message)) throw unknownMessage(id)
      return messageReport(engine.state, message, offset ?? 0)
    },
    'messages.withdraw': (_, { id }) => onMessage('message.withdrawn', id),
    'messages.release': (_, { id }) => onMessage('message.released', id),
    'cards.answer': async (_, { agent, card, decision, message, answers }) => {
      const allow = { kind: 'allow' as const, ...(answers ? { answers } : {}) }
      const deny = { kind: 'deny' as const, message: message ?? '' }
      const event = {
        type: 'card.answered' as const,
        agent: find(agent).state.agent.id,
        card: card as CardId,
      }
      await engine.command({ ...event, decision: decision === 'allow' ? allow : deny })
      return { answered: true }
    },
    'transcript.page': (_, { agent, before, limit }) => {
      const items = store.entries(find(agent).state.agent.id, before ?? null, limit ?? 200)
      const first = items[0]?.n ?? 1
      return { items, next: first > 1 ? first : null }
    },
  }
}

type AgentCommand = Extract<
  Command['type'],
  'agent.reopened' | 'agent.stopped' | 'agent.restarted' | 'agent.interrupted'
>

function listAgents(engine: Engine, caller: Caller): RequestAnswers['agents.list'] {
  return [...engine.state.agents.values()]
    .filter(({ agent }) => agent.closedAt === null)
    .sort((a, b) => a.agent.order - b.agent.order)
    .map((state) =>
      agentSummary(state, caller.kind === 'agent' && caller.id === state.agent.id ? { self: true } : {}),
    )
}

async function createAgent(parts: RequestParts, caller: Caller, input: RequestInput<'agents.create'>) {
  const name = readName(parts.names, input.name)
  const cwd = readFolder(input.cwd ?? parts.status().defaultFolder)
  const { model = null, permissionMode = 'default', role = '' } = input
  refuseLaxer(caller, permissionMode, 'default')
  const answer = await parts.engine.command({ type: 'agent.created', name, cwd, model, permissionMode, role })
  if (answer.kind !== 'agent') throw refused('internal', 'The agent did not answer.')
  return agentSummary(mustFind(parts.engine, answer.agent), {})
}

/** Strictness of the modes: a higher number asks less. */
const laxness: Record<PermissionMode, number> = { plan: 0, default: 1, acceptEdits: 2, bypassPermissions: 3 }

/** Only the window may make an agent ask less than the default, or than it does. */
function refuseLaxer(caller: Caller, wanted: PermissionMode, now: PermissionMode): void {
  if (caller.kind === 'window' || laxness[wanted] <= Math.max(laxness.default, laxness[now])) return
  throw refused('not_allowed', 'Only the window can let an agent ask less often. Change it there.')
}

async function changeAgent(parts: RequestParts, caller: Caller, input: RequestInput<'agents.change'>) {
  const { agent: ref, name, ...patch } = input
  const { state } = findAgent(parts, ref)
  if (patch.permissionMode) refuseLaxer(caller, patch.permissionMode, state.agent.permissionMode)
  const named = name === undefined ? {} : { name: readName(parts.names, name) }
  await parts.engine.command({ type: 'agent.changed', agent: state.agent.id, ...defined(patch), ...named })
  return agentSummary(mustFind(parts.engine, state.agent.id), {})
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

/** Without the fields that are undefined. */
function defined<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as never
}
