import type { AgentId, Author } from '../../contract/api/model.ts'
import { pick } from '../../contract/api/pick.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import type { BroadcastResult, BroadcastSent } from '../../contract/mail/mail-views.ts'
import type { Answer } from '../../core/step/events.ts'
import { keyFor } from '../../core/sending/broadcast.ts'
import { findGroup, findNamed, groupViews } from './group-members.ts'
import {
  answerTo,
  agentIdOf,
  mustFind,
  readName,
  refused,
  type RequestContext,
  authorOf,
} from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { currentMessage, refuseTooLong, sendResult } from './messages-requests.ts'

export function groupHandlers(parts: RequestContext) {
  const idsOf = (refs: readonly string[]): readonly AgentId[] => [
    ...new Set(refs.map((ref) => agentIdOf(parts, ref))),
  ]
  return {
    'groups.list': () => groupViews(parts),
    'groups.make': async (_, { name, members }) => {
      const keys = readName(parts.names, name)
      await parts.engine.command({ type: 'group.set', was: null, name: keys, members: idsOf(members) })
      return groupViews(parts)
    },
    'groups.change': async (_, { group: ref, name, members }) => {
      const group = findNamed(parts, ref)
      const isSame = name === undefined || name.trim() === group.name.name
      const keys = isSame ? group.name : readName(parts.names, name)
      const ids = members === undefined ? group.members : idsOf(members)
      await parts.engine.command({ type: 'group.set', was: group.name.key, name: keys, members: ids })
      return groupViews(parts)
    },
    'groups.delete': async (_, { group: ref }) => {
      const { key } = findNamed(parts, ref).name
      await parts.engine.command({ type: 'group.set', was: key, name: null, members: [] })
      return groupViews(parts)
    },
    'messages.broadcast': (caller, input) => broadcast(parts, caller, input),
  } satisfies Partial<Handlers>
}

async function broadcast(
  parts: RequestContext,
  caller: Caller,
  input: RequestInput<'messages.broadcast'>,
): Promise<BroadcastResult> {
  refuseTooLong(input.message)
  const { name, members } = findGroup(parts, input.group) ?? findAsGroup(parts, input.group)
  const from = authorOf(caller)
  const key = input.idempotencyKey ?? null
  const answer = await answerTo(parts, 'broadcast', () => ({
    type: 'message.broadcast',
    from,
    name,
    to: members,
    body: input.message,
    idempotencyKey: key,
    fromName: from.kind === 'agent' ? mustFind(parts.engine, from.id).agent.name : parts.status().user,
    priority: input.priority ?? null,
    expectsReply: input.expectReply ?? false,
    metadata: input.metadata ?? {},
    earlier: earlierOf(parts, from, key),
  }))
  return { sent: answer.sent.map((one) => sentTo(parts, caller, one.agent, one.answer)) }
}

function findAsGroup(parts: RequestContext, ref: string): never {
  findNamed(parts, ref)
  throw refused('not_found', 'No group has that name.')
}

/** Earlier messages of this sender with this key, by receiver. */
function earlierOf({ engine, store }: RequestContext, from: Author, key: string | null) {
  if (key === null) return new Map<AgentId, never>()
  const found = [...engine.state.agents.keys()].flatMap((id) => {
    const message = store.messageByKey(from, keyFor(key, id))
    return message ? [[id, message] as const] : []
  })
  return new Map(found)
}

function sentTo(parts: RequestContext, caller: Caller, to: AgentId, answer: Answer): BroadcastSent {
  const { name } = mustFind(parts.engine, to).agent
  if (answer.kind === 'refused')
    return { to: name, delivered: false, state: null, messageId: null, reason: answer.refusal.message }
  if (answer.kind !== 'message') throw refused('internal', 'The message did not answer.')
  const sent = sendResult(parts, caller, currentMessage(parts, answer.message), answer.position)
  return { to: name, ...pick(sent, ['delivered', 'state', 'messageId', 'reason', 'ticketId']) }
}
