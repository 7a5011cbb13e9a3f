import type { SessionItem, SessionView } from '../../contract/api/views.ts'
import type { AgentId, Entry } from '../../contract/api/model.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import { needsOf } from '../../core/step/status.ts'
import { cutBytes, utf8Length } from '../../core/words/text.ts'
import { saidAtOf } from '../../contract/api/entry-time.ts'
import { quotable } from '../../core/words/prompts.ts'
import { sealedTurns } from '../gatherings/gathering-views.ts'
import { findPeer, remoteAgentOf } from '../fleet/peers.ts'
import { machineOf } from '../../core/step/peer-ids.ts'
import { mayLook, openTickets } from './reading-rights.ts'
import { brokenReport } from './views.ts'
import { findAgent, turnNumbers, type RequestContext } from '../api/request-context.ts'
import { ticketReport } from '../../contract/api/reports.ts'
import { ticketView } from '../mail/mail-views.ts'
import { readerFor } from '../api/reports.ts'
import type { Handlers } from '../api/requests.ts'
import { iso } from '../../contract/words/times.ts'

const mostItems = 20
const mostBytes = 32 * 1024
const pageRows = 100
const finalLength = 300

export function lookHandlers(parts: RequestContext) {
  return {
    'transcript.look': (caller, input) => look(parts, caller, input),
  } satisfies Partial<Handlers>
}

function look(parts: RequestContext, caller: Caller, input: RequestInput<'transcript.look'>): SessionView {
  const peer = findPeer(parts, input.agent)
  if (peer !== null) return lookAtRemote(parts, caller, peer)
  const { state } = findAgent(parts, input.agent)
  const { agent } = state
  const free = {
    agent: agent.name,
    status: agent.status,
    since: iso(agent.since),
    broken: brokenReport(state),
    needs: needsOf(state),
    tickets: ticketsBetween(parts, caller, agent.id),
  }
  if (!mayLook(parts, caller, agent.id)) return { ...free, lastFinal: null, items: null, next: null, why }
  const lastFinal = agent.lastFinal && {
    text: [...agent.lastFinal.text].slice(0, finalLength).join(''),
    at: iso(agent.lastFinal.at),
  }
  return { ...free, lastFinal, ...page(parts, caller, agent.id, input) }
}

/** Of a remote agent only its machine's last report is known. */
function lookAtRemote(parts: RequestContext, caller: Caller, id: AgentId): SessionView {
  const machine = machineOf(id) ?? ''
  const { name = '', status = 'asleep', needs = null, role = '' } = remoteAgentOf(parts, id) ?? {}
  const as = role === '' ? '' : `, with the role "${quotable(role)}"`
  return {
    agent: `${name}@${machine}`,
    status,
    since: '',
    broken: null,
    needs,
    lastFinal: null,
    tickets: ticketsBetween(parts, caller, id),
    items: null,
    next: null,
    why: `It is on another machine, ${machine}${as}. Its state is the last that this machine reported. You cannot see from here what it was asked, said and did: write to it, or link with it (open_link).`,
  }
}

function ticketsBetween(parts: RequestContext, caller: Caller, other: AgentId): SessionView['tickets'] {
  if (caller.kind !== 'agent' || caller.id === other) return []
  return openTickets(parts, caller.id, other).map((ticket) => {
    const view = ticketView(parts.engine.state, ticket)
    const { id, from, to, preview, state } = ticketReport(view, readerFor(parts, caller))
    return { id, from, to, preview, state }
  })
}

/** Shown to an agent that may not read another one. */
export const why =
  'Only agents that are linked with it, are in a gathering with it, or have an open question with it see what it was asked, said and did. Use open_link first, or ask it.'

/** Newest first; at least one item, truncated if it is too long by itself. */
function page(
  parts: RequestContext,
  caller: Caller,
  agent: AgentId,
  { limit = mostItems, cursor }: RequestInput<'transcript.look'>,
): Pick<SessionView, 'items' | 'next'> {
  const turnNumber = turnNumbers(parts)
  const items: SessionItem[] = []
  let bytes = 0
  for (const entry of shownRows(parts, agent, cursor ?? null)) {
    const said = saidTo(parts, caller, entry)
    bytes += utf8Length(said.text)
    const full = items.length === Math.min(limit, mostItems) || (items.length > 0 && bytes > mostBytes)
    if (full) return { items, next: items.at(-1)?.n ?? 1 }
    const turn = entry.turn === null ? null : turnNumber(entry.turn)
    items.push({ n: entry.n, turn, ...said, at: iso(saidAtOf(entry)) })
  }
  return { items, next: null }
}

/**
 * A row as this caller may read it. What a peer wrote to another agent is for those two, and for callers who
 * may read both.
 */
function saidTo(parts: RequestContext, caller: Caller, entry: Entry) {
  const { author, authorName: from, kind } = entry
  const isOthers = kind === 'peer' && author.kind === 'agent' && !mayLook(parts, caller, author.id)
  if (isOthers && !isOwn(caller, entry))
    return { kind: kindOf(entry), from, text: '', redacted: true as const }
  return { kind: kindOf(entry), from, text: cutBytes(textOf(entry), mostBytes).text }
}

const isOwn = (caller: Caller, { agent }: Entry): boolean => caller.kind === 'agent' && caller.id === agent

/** Newest first, without thinking. */
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

const shown: ReadonlySet<Entry['kind']> = new Set(['user', 'peer', 'text', 'tool', 'result'])

const isShown = ({ kind }: Entry): boolean => shown.has(kind)

function kindOf({ kind }: Entry): SessionItem['kind'] {
  return kind === 'user' || kind === 'peer' || kind === 'tool' || kind === 'result' ? kind : 'text'
}

function textOf({ tool, text }: Entry): string {
  return tool === null ? text : `${tool.name} ${text}`
}
