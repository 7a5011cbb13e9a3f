import type { LookItem, SessionLook } from '../../contract/views.ts'
import type { AgentId, Entry } from '../../contract/model.ts'
import type { Caller, RequestInput } from '../../contract/requests.ts'
import { openLinksOf } from '../../core/links/queries.ts'
import { ticketsOf } from '../../core/heartbeats/attachments.ts'
import type { AgentState } from '../../core/state.ts'
import { needsOf } from '../../core/status.ts'
import { cutBytes, utf8Length } from '../../core/text.ts'
import { sealedTurns } from '../gathering-views.ts'
import { findAgent, turnNumbers, type RequestContext } from '../request-context.ts'
import { ticketReport } from '../../contract/reports.ts'
import { ticketView } from '../mail-views.ts'
import { readerFor } from '../reports.ts'
import type { Handlers } from '../requests.ts'

/** Most items and bytes of one look. */
const mostItems = 20
const mostBytes = 32 * 1024
/** Rows that are read at a time. */
const pageRows = 100
const finalLength = 300

/** The look at an agent that a link's summary does not give. */
export function lookHandlers(parts: RequestContext) {
  return {
    'transcript.look': (caller, input) => look(parts, caller, input),
  } satisfies Partial<Handlers>
}

function look(parts: RequestContext, caller: Caller, input: RequestInput<'transcript.look'>): SessionLook {
  const { state } = findAgent(parts, input.agent)
  const { agent } = state
  const between =
    caller.kind === 'agent' && caller.id !== agent.id ? betweenThem(parts, caller.id, agent.id) : []
  const free = {
    agent: agent.name,
    status: agent.status,
    since: iso(agent.since),
    needs: needsOf(state),
    lastFinal: agent.lastFinal && {
      text: [...agent.lastFinal.text].slice(0, finalLength).join(''),
      at: iso(agent.lastFinal.at),
    },
    tickets: between.map((ticket) => {
      const {
        id,
        from,
        to,
        preview,
        state: stands,
      } = ticketReport(ticketView(parts.engine.state, ticket), readerFor(parts, caller))
      return { id, from, to, preview, state: stands }
    }),
  }
  if (!mayLook(parts, caller, state, between.length > 0)) return { ...free, items: null, next: null, why }
  return { ...free, ...page(parts, agent.id, input) }
}

const why =
  'What it said and did is shown to agents that are linked with it, sit in a circle with it, or have an open question with it: open_link first, or ask it.'

function betweenThem({ engine }: RequestContext, one: AgentId, other: AgentId) {
  return ticketsOf({ agents: () => [...engine.state.agents.values()] }, one, other)
}

function mayLook(parts: RequestContext, caller: Caller, { agent }: AgentState, hasTicket: boolean): boolean {
  if (caller.kind !== 'agent' || caller.id === agent.id || hasTicket) return true
  if (parts.settings.values().transcripts === 'all') return true
  if (sitTogether(parts, caller.id, agent.id)) return true
  return openLinksOf(parts.engine.state.links, caller.id).some(({ members }) => members.includes(agent.id))
}

/** Both in one gathering, now. */
function sitTogether({ engine }: RequestContext, one: AgentId, other: AgentId): boolean {
  const seat = engine.state.agents.get(one)?.gatheringId ?? null
  return seat !== null && engine.state.agents.get(other)?.gatheringId === seat
}

/** Newest first; at least one item, cut if it alone is too long. */
function page(
  parts: RequestContext,
  agent: AgentId,
  { limit = mostItems, cursor }: RequestInput<'transcript.look'>,
): Pick<SessionLook, 'items' | 'next'> {
  const turnNumber = turnNumbers(parts)
  const items: LookItem[] = []
  let bytes = 0
  for (const entry of shownRows(parts, agent, cursor ?? null)) {
    const text = cutBytes(textOf(entry), mostBytes).text
    bytes += utf8Length(text)
    const full = items.length === Math.min(limit, mostItems) || (items.length > 0 && bytes > mostBytes)
    if (full) return { items, next: items.at(-1)?.n ?? 1 }
    const turn = entry.turn === null ? null : turnNumber(entry.turn)
    items.push({ n: entry.n, turn, kind: kindOf(entry), text, at: iso(entry.at) })
  }
  return { items, next: null }
}

/** What an agent said and did, newest first; never what it thought. */
function* shownRows(
  { engine, store }: RequestContext,
  agent: AgentId,
  before: number | null,
): Generator<Entry> {
  const sealed = sealedTurns(engine.state)
  for (let at = before; at === null || at > 1;) {
    const rows = store.entries(agent, at, pageRows)
    for (const entry of [...rows].reverse())
      if (isShown(entry) && (entry.turn === null || !sealed.has(entry.turn))) yield entry
    const first = rows[0]
    if (!first) return
    at = first.n
  }
}

function isShown({ kind }: Entry): boolean {
  return kind === 'text' || kind === 'tool' || kind === 'result'
}

function kindOf({ kind }: Entry): LookItem['kind'] {
  return kind === 'tool' || kind === 'result' ? kind : 'text'
}

function textOf({ tool, text }: Entry): string {
  return tool === null ? text : `${tool.name} ${text}`
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
