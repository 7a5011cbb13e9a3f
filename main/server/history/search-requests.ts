import { userKey } from '../../contract/mail/authors.ts'
import { ownerOf } from '../../contract/agents/subagents.ts'
import type { AgentId, Entry, MessageId, TurnId } from '../../contract/api/model.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import { callLine } from '../../contract/agents/tool-calls.ts'
import {
  countedResults,
  type FoundCircle,
  type FoundRows,
  type SearchResult,
  type SearchPage,
} from '../../contract/history/search-views.ts'
import { machineOf } from '../../core/step/peer-ids.ts'
import type { FoundRow, SearchQuery } from '../../ports/search-query.ts'
import { sealedTurns } from '../gatherings/gathering-views.ts'
import { messageFinder } from './log-pages.ts'
import { findPeer, guestSeat } from '../fleet/peers.ts'
import { looksOf, mayLook } from '../agents/reading-rights.ts'
import { pageAt, agentIdOf, mayRead, refused, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { why } from '../agents/looks-requests.ts'

export function searchHandlers(parts: RequestContext) {
  return {
    'history.search': (caller, input) => search(parts, caller, input),
    'history.find': (caller, { agent, q }) => find(parts, queryOf(parts, caller, { agent, q })),
  } satisfies Partial<Handlers>
}

const usualPage = 30

const mostFound = 5000

function find({ store }: RequestContext, query: SearchQuery): FoundRows {
  const rows = store.places(query, mostFound + 1)
  return { rows: rows.slice(-mostFound), isCut: rows.length > mostFound }
}

/**
 * Rows that match all words, best first. The store applies the filters, so that pages are full and counts
 * right.
 */
function search(parts: RequestContext, caller: Caller, input: RequestInput<'history.search'>): SearchPage {
  const { limit = usualPage, cursor = 0 } = input
  const query = queryOf(parts, caller, input)
  const { items: found, next } = pageAt(parts.store.search(query, limit + 1, cursor), cursor, limit)
  const items = found.map((one) => resultOf(parts, caller, one))
  const isFirst = input.cursor === undefined
  const isAll = isFirst && next === null
  const total = isAll ? items.length : isFirst ? parts.store.searchCount(query, countedResults) : null
  return { items, next, total }
}

function queryOf(
  parts: RequestContext,
  caller: Caller,
  { q, of = 'all', agent, author, after, before }: RequestInput<'history.search'>,
): SearchQuery {
  return {
    words: q,
    of,
    reader: caller.kind === 'agent' ? { agent: caller.id, looks: looksOf(parts, caller.id) } : null,
    agent: agent === undefined ? null : readable(parts, caller, agent),
    author: author === undefined ? null : authorOf(parts, author),
    after: after ?? null,
    before: before ?? null,
    notIn: [...sealedTurns(parts.engine.state), ...ownTurn(parts, caller)],
  }
}

/** Excludes the caller's own running turn, which would only find the question itself. */
function ownTurn({ engine }: RequestContext, caller: Caller): readonly TurnId[] {
  const turn = caller.kind === 'agent' ? engine.state.agents.get(caller.id)?.turn : null
  return turn ? [turn.id] : []
}

function readable(parts: RequestContext, caller: Caller, ref: string): AgentId {
  const id = agentIdOf(parts, ref)
  if (!mayLook(parts, caller, id)) throw refused('not_allowed', why)
  return id
}

function authorOf(parts: RequestContext, ref: string): AgentId | 'user' {
  const user = parts.settings.values().user.toLowerCase()
  const own = atHome(parts, ref)
  if (own === 'user' || (user !== '' && own.toLowerCase() === user)) return 'user'
  return guestSeat(parts, own)?.id ?? findPeer(parts, own) ?? agentIdOf(parts, own)
}

/** Without this machine: own names have it in other machines' circles, as "Bea@barn". */
function atHome({ engine }: RequestContext, ref: string): string {
  const machine = `@${engine.state.self ?? ''}`
  return machine !== '@' && ref.toLowerCase().endsWith(machine) ? ref.slice(0, -machine.length) : ref
}

function resultOf(parts: RequestContext, caller: Caller, { entry, parts: around }: FoundRow): SearchResult {
  const circle = circleOf(entry)
  const agent = ownerOf(entry.agent)
  const user = circle && parts.status().user
  return {
    agent,
    agentName: user ?? parts.engine.state.agents.get(agent)?.agent.name ?? '',
    circle,
    n: entry.within ?? entry.n,
    kind: entry.kind,
    authorName: entry.author.kind === 'user' ? (user ?? entry.authorName) : entry.authorName,
    message: messageOf(parts, caller, entry),
    at: entry.at,
    call: callOf(parts, entry),
    parts: around,
  }
}

/** The other machine's circle of a row of the user's seat. */
function circleOf({ agent, spoken, topic = '' }: Entry): FoundCircle | null {
  if (agent !== userKey || !spoken) return null
  return { id: spoken.gathering, topic, machine: machineOf(spoken.gathering) ?? '' }
}

function callOf({ engine, store }: RequestContext, { agent, n, kind, tool, call }: Entry): string {
  const cwd = engine.state.agents.get(ownerOf(agent))?.agent.cwd ?? ''
  if (tool !== null) return callLine(tool, cwd)
  if (kind !== 'result' || call === null) return ''
  const before = store.entries(agent, n, rowsBehind)
  const asked = before.findLast((row) => row.kind === 'tool' && row.call === call)?.tool
  return asked ? callLine(asked, cwd) : ''
}

const rowsBehind = 50

function messageOf(parts: RequestContext, caller: Caller, entry: Entry): MessageId | null {
  const id = entry.message ?? (entry.kind === 'tool' ? sentBy(parts, entry) : null)
  const message = id && messageFinder(parts)(id)
  return message && mayRead(caller, message) ? message.id : null
}

/** The message that a tool call sent, known from its result. */
function sentBy({ store }: RequestContext, { agent, n, call, tool }: Entry): MessageId | null {
  if (tool?.kind !== 'own' || call === null) return null
  const behind = store.entries(agent, n + 1 + rowsBehind, rowsBehind)
  return behind.find((row) => row.kind === 'result' && row.call === call)?.message ?? null
}
