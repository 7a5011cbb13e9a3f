import { emptyDay, type DayView } from '../../main/contract/budget/budget.ts'
import type { LinkId } from '../../main/contract/links/links.ts'
import type { FeedEvent } from '../../main/contract/api/feed.ts'
import type { GatheringView } from '../../main/contract/gatherings/gathering-views.ts'
import type { GatheringId } from '../../main/contract/gatherings/gatherings.ts'
import type { LinkView } from '../../main/contract/links/link-views.ts'
import type { AgentId, Entry, MessageId } from '../../main/contract/api/model.ts'
import type { AgentView, AppStatus, SlashCommand } from '../../main/contract/api/views.ts'
import {
  emptyLogs,
  reflectLog,
  staleLogs,
  withFates,
  withoutLog,
  type MessageOutcome,
  type LogEvent,
  type Logs,
} from './logs.ts'
import { reuseEqualParts } from './sharing.ts'

/** `signedOut`: main answers, but does not know this window. */
export type Connection = 'connecting' | 'open' | 'lost' | 'signedOut'

export interface StreamBlock {
  readonly id: string
  readonly of: 'text' | 'thinking'
  readonly text: string
}

/** Messages whose fates are held; of older ones main can be asked. */
const fateLimit = 400

/** The state of main, as far as this window knows it. */
export interface Mirror {
  readonly connection: Connection
  readonly status: AppStatus | null
  readonly agents: Readonly<Record<AgentId, AgentView>>
  readonly day: DayView
  /** Open links, and closed ones whose budget period has not ended, in order of opening. */
  readonly links: Readonly<Record<LinkId, LinkView>>
  /** Includes closed ones; `shelved` means archived since the last snapshot. */
  readonly gatherings: Readonly<Record<GatheringId, GatheringView>>
  readonly logs: Logs
  readonly streams: Readonly<Record<AgentId, readonly StreamBlock[]>>
  /** Newest last. Only since the last snapshot: before that something may have been missed. */
  readonly fates: Readonly<Record<MessageId, MessageOutcome>>
  readonly commands: Readonly<Record<AgentId, readonly SlashCommand[]>>
  /** Number of snapshots. Answers from before the last one may be out of date. */
  readonly snapshots: number
  /** Counts changes of the timeline. */
  readonly timelineChanges: number
  /** Counts changes of the task list. */
  readonly taskChanges: number
}

export type MirrorEvent =
  | FeedEvent
  | { readonly kind: 'connection'; readonly connection: Connection }
  | LogEvent

export const emptyMirror: Mirror = {
  connection: 'connecting',
  status: null,
  agents: {},
  day: emptyDay,
  links: {},
  gatherings: {},
  logs: emptyLogs,
  streams: {},
  fates: {},
  commands: {},
  snapshots: 0,
  timelineChanges: 0,
  taskChanges: 0,
}

/** Pure. */
export function reflect(mirror: Mirror, event: MirrorEvent): Mirror {
  switch (event.kind) {
    case 'snapshot': {
      const agents = Object.fromEntries(event.view.agents.map((agent) => [agent.id, agent]))
      return {
        ...mirror,
        status: event.view.status,
        day: event.view.day,
        commands: event.view.commands,
        agents,
        links: reuseEqualParts(mirror.links, byId(event.view.links)),
        gatherings: reuseEqualParts(mirror.gatherings, byId(event.view.gatherings)),
        logs: staleLogs(withFates(mirror.logs, mirror.fates), agents),
        streams: {},
        fates: {},
        snapshots: mirror.snapshots + 1,
      }
    }
    case 'agent':
      return withAgent(mirror, event.agent)
    case 'gone':
      return {
        ...mirror,
        agents: without(mirror.agents, event.agent),
        logs: withoutLog(mirror.logs, { kind: 'agent', id: event.agent }),
        streams: without(mirror.streams, event.agent),
        commands: without(mirror.commands, event.agent),
      }
    case 'rows': {
      const next = { ...mirror, logs: reflectLog(mirror.logs, event) }
      if (event.channel.kind !== 'agent') return next
      return withRows(next, event.channel.id, event.rows as readonly Entry[])
    }
    case 'delta':
      return withStream(mirror, event.agent, append(mirror.streams[event.agent] ?? [], event))
    case 'message':
      return withFate(mirror, event)
    case 'timeline':
      return { ...mirror, timelineChanges: mirror.timelineChanges + 1 }
    case 'tasks':
      return { ...mirror, taskChanges: mirror.taskChanges + 1 }
    case 'link':
      return { ...mirror, links: withOne(mirror.links, event.link) }
    case 'gathering':
      return { ...mirror, gatherings: withOne(mirror.gatherings, event.gathering) }
    case 'connection':
      return mirror.connection === event.connection ? mirror : { ...mirror, connection: event.connection }
    case 'day':
      return { ...mirror, day: event.day }
    case 'status':
      return { ...mirror, status: event.status }
    case 'commands':
      return { ...mirror, commands: { ...mirror.commands, [event.agent]: event.commands } }
    case 'logOpened':
    case 'logLoading':
    case 'logPage':
    case 'logFailed':
    case 'logTrimmed':
    case 'logDropped':
      return { ...mirror, logs: reflectLog(mirror.logs, event) }
  }
}

function withFate(mirror: Mirror, event: Extract<FeedEvent, { kind: 'message' }>): Mirror {
  const { kind: _kind, message, ...fate } = event
  const last = mirror.fates[message]
  const before = last?.steps ?? []
  const isStep = before.at(-1)?.state !== fate.state
  const steps = isStep ? [...before, { state: fate.state, at: fate.stateAt }] : before
  // The feed names the turn only while that is recent, so keep the last one.
  const turn = fate.turn ?? last?.turn ?? null
  const fates: Mirror['fates'] = { ...mirror.fates, [message]: { ...fate, turn, steps } }
  const ids = Object.keys(fates) as MessageId[]
  if (ids.length <= fateLimit) return { ...mirror, fates }
  const newest = Object.fromEntries(ids.slice(fateLimit / 4).map((id) => [id, fates[id]])) as Mirror['fates']
  return { ...mirror, fates: newest, logs: withFates(mirror.logs, mirror.fates) }
}

const byId = <Id extends string, T extends { readonly id: Id }>(
  list: readonly T[],
): Readonly<Record<Id, T>> => Object.fromEntries(list.map((one) => [one.id, one])) as Record<Id, T>

function withOne<Id extends string, T extends { readonly id: Id }>(
  all: Readonly<Record<Id, T>>,
  told: T,
): Readonly<Record<Id, T>> {
  const one = reuseEqualParts(all[told.id], told)
  return one === all[told.id] ? all : { ...all, [told.id]: one }
}

function withAgent(mirror: Mirror, told: AgentView): Mirror {
  const agent = reuseEqualParts(mirror.agents[told.id], told)
  const before = mirror.agents[told.id]
  const isSameTurn = before?.turnNumber === agent.turnNumber
  // Main reports every step of an agent; most change nothing that is shown.
  const next = agent === before ? mirror : { ...mirror, agents: { ...mirror.agents, [agent.id]: agent } }
  return (agent.status === 'working' && isSameTurn) || !mirror.streams[agent.id]
    ? next
    : { ...next, streams: without(mirror.streams, agent.id) }
}

/** Rows replace the blocks that were streamed for them. */
function withRows(mirror: Mirror, agent: AgentId, rows: readonly Entry[]): Mirror {
  const blocks = mirror.streams[agent]
  return blocks ? withStream(mirror, agent, settled(blocks, rows)) : mirror
}

function append(
  blocks: readonly StreamBlock[],
  delta: Extract<FeedEvent, { kind: 'delta' }>,
): readonly StreamBlock[] {
  const last = blocks.at(-1)
  if (last?.id === delta.block) return [...blocks.slice(0, -1), { ...last, text: last.text + delta.text }]
  return [...blocks, { id: delta.block, of: delta.of, text: delta.text }]
}

/** Each row removes the first block of its kind and all before it. */
function settled(blocks: readonly StreamBlock[], rows: readonly Entry[]): readonly StreamBlock[] {
  return rows.reduce((left, row) => left.slice(left.findIndex((block) => block.of === row.kind) + 1), blocks)
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
