import type { FeedEvent } from '../main/contract/feed.ts'
import type { AgentId, Entry, MessageId, MessageState } from '../main/contract/model.ts'
import type { AgentView, AppStatus, Page, SlashCommand } from '../main/contract/views.ts'
import { linksOf, staleCrossings, withSentFate } from './crossed.ts'
import { gatheringsOf, staleUtterances, withHeard } from './gathered.ts'
import { sharing } from './sharing.ts'
import { reflectTie, type TieEvent, type Ties } from './ties.ts'

/** How the window stands to main. `signedOut`: main answers, but no longer knows this window. */
export type Connection = 'connecting' | 'open' | 'lost' | 'signedOut'

/** A block of an answer that is still being written. */
export interface StreamBlock {
  readonly id: string
  readonly of: 'text' | 'thinking'
  readonly text: string
}

/** The part of one agent's transcript that this window holds: a stretch without gaps, up to the newest row. */
export interface Transcript {
  readonly entries: readonly Entry[]
  /** Where the next older page ends, or null when the beginning is here. */
  readonly older: number | null
  /** `stale`: rows are missing at the end, the newest page has to be read; `failed`: reading it went wrong. */
  readonly phase: 'stale' | 'loading' | 'ready' | 'failed'
}

/** What became of a message, as main told last. */
export interface Fate extends Omit<Extract<FeedEvent, { kind: 'message' }>, 'kind' | 'message'> {
  /** The states that it went through and when, as far as this window has heard; oldest first. */
  readonly steps: readonly Step[]
}

/** A state that a message reached, and when, in ms. */
export interface Step {
  readonly state: MessageState
  readonly at: number
}

/** Fates of this many messages are held; of older ones main can be asked. */
const fateLimit = 400

/** What main has told this window. */
export interface Mirror extends Ties {
  readonly connection: Connection
  readonly status: AppStatus | null
  readonly agents: Readonly<Record<AgentId, AgentView>>
  readonly transcripts: Readonly<Record<AgentId, Transcript>>
  readonly streams: Readonly<Record<AgentId, readonly StreamBlock[]>>
  /** Newest last. Only what was told since the last snapshot: before that something may have been missed. */
  readonly fates: Readonly<Record<MessageId, Fate>>
  /** What each agent's CLI understands, as far as it has told. */
  readonly commands: Readonly<Record<AgentId, readonly SlashCommand[]>>
  /** How many snapshots came. What was asked of main before the last one may be old. */
  readonly snapshots: number
}

/** What changes the mirror: main's feed, and the answers to this window's own reading. */
export type MirrorEvent =
  | FeedEvent
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'opened'; readonly agent: AgentId }
  | { readonly kind: 'loading'; readonly agent: AgentId }
  | {
      readonly kind: 'page'
      readonly agent: AgentId
      readonly page: Page<Entry>
      readonly before: number | null
    }
  | { readonly kind: 'unread'; readonly agent: AgentId }
  | { readonly kind: 'trimmed'; readonly agent: AgentId; readonly keep: number }
  | TieEvent

type TranscriptReading = Extract<MirrorEvent, { kind: 'opened' | 'loading' | 'page' | 'unread' | 'trimmed' }>

/** Before the first word from main. */
export const emptyMirror: Mirror = {
  connection: 'connecting',
  status: null,
  agents: {},
  transcripts: {},
  streams: {},
  fates: {},
  commands: {},
  links: {},
  crossings: {},
  gatherings: {},
  utterances: {},
  snapshots: 0,
}

/** The mirror after one event. Pure. */
export function reflect(mirror: Mirror, event: MirrorEvent): Mirror {
  switch (event.kind) {
    case 'snapshot': {
      const agents = Object.fromEntries(event.view.agents.map((agent) => [agent.id, agent]))
      return {
        ...mirror,
        status: event.view.status,
        commands: event.view.commands,
        agents,
        transcripts: staleOnly(mirror, agents),
        streams: {},
        fates: {},
        links: linksOf(mirror.links, event.view.links),
        crossings: staleCrossings(mirror.crossings),
        gatherings: gatheringsOf(mirror.gatherings, event.view.gatherings),
        utterances: staleUtterances(mirror.utterances),
        snapshots: mirror.snapshots + 1,
      }
    }
    case 'agent':
      return withAgent(mirror, event.agent)
    case 'gone':
      return {
        ...mirror,
        agents: without(mirror.agents, event.agent),
        transcripts: without(mirror.transcripts, event.agent),
        streams: without(mirror.streams, event.agent),
        commands: without(mirror.commands, event.agent),
      }
    case 'entries':
      return withEntries(mirror, event.agent, event.entries)
    case 'delta':
      return withStream(mirror, event.agent, append(mirror.streams[event.agent] ?? [], event))
    case 'message':
      return {
        ...mirror,
        fates: withFate(mirror.fates, event),
        crossings: withSentFate(mirror.crossings, event),
        utterances: withHeard(mirror.utterances, event),
      }
    case 'connection':
      return mirror.connection === event.connection ? mirror : { ...mirror, connection: event.connection }
    case 'status':
      return { ...mirror, status: event.status }
    case 'commands':
      return { ...mirror, commands: { ...mirror.commands, [event.agent]: event.commands } }
    case 'opened':
    case 'loading':
    case 'page':
    case 'unread':
    case 'trimmed':
      return reflectReading(mirror, event)
    default:
      return { ...mirror, ...reflectTie(mirror, event) }
  }
}

/** The events of reading a transcript page by page. */
function reflectReading(mirror: Mirror, event: TranscriptReading): Mirror {
  const now = mirror.transcripts[event.agent]
  switch (event.kind) {
    case 'opened':
      return now ? mirror : withTranscript(mirror, event.agent, { entries: [], older: null, phase: 'stale' })
    case 'loading':
      return now ? withTranscript(mirror, event.agent, { ...now, phase: 'loading' }) : mirror
    case 'unread':
      return now ? withTranscript(mirror, event.agent, { ...now, phase: 'failed' }) : mirror
    case 'page':
      return now ? withTranscript(mirror, event.agent, joined(now, event.page, event.before)) : mirror
    case 'trimmed': {
      if (!now || now.entries.length <= event.keep) return mirror
      const entries = now.entries.slice(-event.keep)
      return withTranscript(mirror, event.agent, { ...now, entries, older: entries[0]?.n ?? null })
    }
  }
}

function withFate(fates: Mirror['fates'], event: Extract<FeedEvent, { kind: 'message' }>): Mirror['fates'] {
  const { kind: _kind, message, ...fate } = event
  const last = fates[message]
  const before = last?.steps ?? []
  const isStep = before.at(-1)?.state !== fate.state
  const steps = isStep ? [...before, { state: fate.state, at: fate.stateAt }] : before
  // Which turn read it is told while that turn is known; it stays so until another reads it.
  const turn = fate.turn ?? last?.turn ?? null
  const next: Record<MessageId, Fate> = { ...fates, [message]: { ...fate, turn, steps } }
  const ids = Object.keys(next) as MessageId[]
  if (ids.length <= fateLimit) return next
  return Object.fromEntries(ids.slice(fateLimit / 4).map((id) => [id, next[id]])) as Mirror['fates']
}

function withAgent(mirror: Mirror, told: AgentView): Mirror {
  const agent = sharing(mirror.agents[told.id], told)
  const before = mirror.agents[told.id]
  const isSameTurn = before?.turnNumber === agent.turnNumber
  // Main tells of every step that touched it; most of what it knows does not show.
  const next = agent === before ? mirror : { ...mirror, agents: { ...mirror.agents, [agent.id]: agent } }
  return (agent.status === 'working' && isSameTurn) || !mirror.streams[agent.id]
    ? next
    : { ...next, streams: without(mirror.streams, agent.id) }
}

function withEntries(mirror: Mirror, agent: AgentId, fresh: readonly Entry[]): Mirror {
  const blocks = mirror.streams[agent]
  const next = blocks ? withStream(mirror, agent, settled(blocks, fresh)) : mirror
  const now = mirror.transcripts[agent]
  if (!now || fresh.length === 0) return next
  const end = now.entries.at(-1)?.n ?? 0
  const more = fresh.filter((entry) => entry.n > end)
  const gap = now.phase === 'ready' && (more[0]?.n ?? end + 1) > end + 1
  const phase = gap ? 'stale' : now.phase
  return withTranscript(next, agent, {
    ...now,
    entries: more.length > 0 ? [...now.entries, ...more] : now.entries,
    phase,
  })
}

/** A page joined to what is held. The newest page replaces everything that it does not touch. */
function joined(now: Transcript, page: Page<Entry>, before: number | null): Transcript {
  const first = page.items[0]?.n ?? Infinity
  const last = page.items.at(-1)?.n ?? 0
  if (before !== null) {
    const held = now.entries[0]?.n ?? before
    const items = page.items.filter((entry) => entry.n < held)
    return { entries: [...items, ...now.entries], older: page.next, phase: 'ready' }
  }
  const earlier = now.entries.filter((entry) => entry.n < first)
  const later = now.entries.filter((entry) => entry.n > last)
  const touches = earlier.at(-1)?.n === first - 1
  return {
    entries: [...(touches ? earlier : []), ...page.items, ...later],
    older: touches ? now.older : page.next,
    phase: 'ready',
  }
}

function append(
  blocks: readonly StreamBlock[],
  delta: Extract<FeedEvent, { kind: 'delta' }>,
): readonly StreamBlock[] {
  const last = blocks.at(-1)
  if (last?.id === delta.block) return [...blocks.slice(0, -1), { ...last, text: last.text + delta.text }]
  return [...blocks, { id: delta.block, of: delta.of, text: delta.text }]
}

/** The blocks that the rows have not replaced yet: each row retires the first of its kind and all before it. */
function settled(blocks: readonly StreamBlock[], rows: readonly Entry[]): readonly StreamBlock[] {
  return rows.reduce((left, row) => left.slice(left.findIndex((block) => block.of === row.kind) + 1), blocks)
}

function staleOnly(mirror: Mirror, agents: Readonly<Record<AgentId, AgentView>>): Mirror['transcripts'] {
  const kept = (Object.entries(mirror.transcripts) as [AgentId, Transcript][])
    .filter(([id]) => agents[id])
    .map(([id, transcript]) => [id, { ...transcript, phase: 'stale' as const }])
  return Object.fromEntries(kept) as Mirror['transcripts']
}

function withTranscript(mirror: Mirror, agent: AgentId, transcript: Transcript): Mirror {
  return { ...mirror, transcripts: { ...mirror.transcripts, [agent]: transcript } }
}

function withStream(mirror: Mirror, agent: AgentId, blocks: readonly StreamBlock[]): Mirror {
  if (blocks.length === 0) return { ...mirror, streams: without(mirror.streams, agent) }
  return { ...mirror, streams: { ...mirror.streams, [agent]: blocks } }
}

function without<T>(record: Readonly<Record<AgentId, T>>, key: AgentId): Readonly<Record<AgentId, T>> {
  if (!(key in record)) return record
  const { [key]: _gone, ...rest } = record
  return rest
}
