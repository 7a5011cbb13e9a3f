import type {
  Channel,
  ChannelKind,
  ChannelOf,
  Channels,
  LogRow,
  RowOf,
  RowsUpdate,
} from '../../main/contract/api/log.ts'
import type { ListenerView } from '../../main/contract/gatherings/gathering-views.ts'
import type { SentView } from '../../main/contract/links/link-views.ts'
import { ownerOf } from '../../main/contract/agents/subagents.ts'
import type { AgentId, MessageId } from '../../main/contract/api/model.ts'
import type { MessageState } from '../../main/contract/mail/messages.ts'
import type { Page } from '../../main/contract/api/views.ts'
import type { FeedEvent } from '../../main/contract/api/feed.ts'
import { reuseEqualParts } from './sharing.ts'

/** The part of a log that this window holds: rows without gaps, up to the newest. */
export interface Log<Row extends LogRow = LogRow> {
  readonly rows: readonly Row[]
  /** Where the next older page ends; null if the first row is held. */
  readonly older: number | null
  /** `stale`: the newest page must be read, because rows may be missing at the end. */
  readonly phase: 'stale' | 'loading' | 'ready' | 'failed'
}

/** Only logs that were opened. */
export type Logs = {
  readonly [K in ChannelKind]: Readonly<Record<Channels[K]['id'], Log<RowOf<K>>>>
}

/** Rows from main, and pages that this window has read. */
export type LogEvent =
  | RowsUpdate
  | { readonly kind: 'logOpened' | 'logLoading' | 'logFailed'; readonly channel: Channel }
  | {
      readonly kind: 'logPage'
      readonly channel: Channel
      readonly page: Page<LogRow>
      /** Where the page ends; null for the newest page. */
      readonly before: number | null
    }
  /** Drops older rows, except for `keep`. */
  | { readonly kind: 'logTrimmed'; readonly channel: Channel; readonly keep: number }
  | { readonly kind: 'logDropped'; readonly channel: Channel }

export const emptyLogs: Logs = { agent: {}, link: {}, gathering: {}, thread: {} }

const unread: Log = { rows: [], older: null, phase: 'stale' }

export function logOf<K extends ChannelKind>(
  logs: Logs,
  { kind, id }: ChannelOf<K>,
): Log<RowOf<K>> | undefined {
  return (logs[kind] as Readonly<Record<string, Log<RowOf<K>>>>)[id]
}

/** Reduces one event; ignores logs that are not open. */
export function reflectLog(logs: Logs, event: LogEvent): Logs {
  const { channel } = event
  const now = logOf<ChannelKind>(logs, channel)
  if (event.kind === 'logDropped') return dropped(logs, channel)
  if (now) return withLog(logs, channel, changed(now, event))
  return event.kind === 'logOpened' ? withLog(logs, channel, unread) : logs
}

function changed(now: Log, event: Exclude<LogEvent, { kind: 'logDropped' }>): Log {
  switch (event.kind) {
    case 'logOpened':
      return now
    case 'rows':
      return told(now, event.rows)
    case 'logLoading':
      return { ...now, phase: 'loading' }
    case 'logFailed':
      return { ...now, phase: 'failed' }
    case 'logPage':
      return event.before === null ? newest(now, event.page) : extended(now, event.page)
    case 'logTrimmed': {
      if (now.rows.length <= event.keep) return now
      const rows = now.rows.slice(-event.keep)
      return { ...now, rows, older: rows[0]?.n ?? null }
    }
  }
}

/** Appends new rows and replaces known ones. A gap before the new rows makes the log stale. */
function told(now: Log, rows: readonly LogRow[]): Log {
  const end = now.rows.at(-1)?.n ?? 0
  // A new row that has changed since comes twice.
  const latest = new Map(rows.map((row) => [row.n, row]))
  const fresh = [...latest.values()].filter(({ n }) => n > end).sort((a, b) => a.n - b.n)
  const again = new Map(rows.flatMap((row) => (row.n > end ? [] : [[row.n, row] as const])))
  const held =
    again.size === 0 ? now.rows : now.rows.map((row) => reuseEqualParts(row, again.get(row.n) ?? row))
  const isGap = now.phase === 'ready' && (fresh[0]?.n ?? end + 1) > end + 1
  return {
    ...now,
    rows: fresh.length > 0 ? [...held, ...fresh] : held,
    phase: isGap ? 'stale' : now.phase,
  }
}

function extended(now: Log, page: Page<LogRow>): Log {
  const first = now.rows[0]?.n ?? Infinity
  const earlier = page.items.filter(({ n }) => n < first)
  return { rows: [...earlier, ...now.rows], older: page.next, phase: 'ready' }
}

/** The newest page replaces everything that it does not touch. */
function newest(now: Log, page: Page<LogRow>): Log {
  const first = page.items[0]?.n ?? Infinity
  const last = page.items.at(-1)?.n ?? 0
  const known = new Map(now.rows.map((row) => [row.n, row]))
  const items = page.items.map((row) => reuseEqualParts(known.get(row.n), row))
  const earlier = now.rows.filter(({ n }) => n < first)
  const later = now.rows.filter(({ n }) => n > last)
  const touches = earlier.at(-1)?.n === first - 1
  return {
    rows: [...(touches ? earlier : []), ...items, ...later],
    older: touches ? now.older : page.next,
    phase: 'ready',
  }
}

/** After a reconnect every log is stale, and those of deleted agents are dropped. */
export function staleLogs(
  { agent, link, gathering, thread }: Logs,
  agents: Readonly<Record<string, unknown>>,
): Logs {
  return {
    agent: Object.fromEntries(
      Object.entries(stale(agent)).filter(([id]) => ownerOf(id as AgentId) in agents),
    ),
    link: stale(link),
    gathering: stale(gathering),
    thread: stale(thread),
  }
}

const stale = <T extends Log>(logs: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(logs).map(([id, log]) => [id, { ...log, phase: 'stale' }]))

/** Merges the state at one receiver with what the feed has reported since. */
export function withFate<S extends SentView | ListenerView>(sent: S, fate: MessageOutcome | undefined): S {
  if (fate === undefined) return sent
  const { state, stateAt, reason, inInput } = fate
  if (!('carriage' in sent)) return { ...sent, state, inInput }
  const { carriage = sent.carriage } = fate
  // The feed names the turn only while that is recent, so keep the last one.
  return { ...sent, state, stateAt, reason, inInput, carriage, waits: null, turn: fate.turn ?? sent.turn }
}

/** Writes the fates into the rows before the fates are dropped. */
export const withFates = ({ agent, link, gathering, thread }: Logs, fates: Fates): Logs => ({
  agent,
  thread,
  link: withRows(link, (row) => ({ ...row, sent: row.sent.map((one) => withFate(one, fates[one.message])) })),
  gathering: withRows(gathering, (row) => ({
    ...row,
    sent: row.sent.map((one) => withFate(one, fates[one.message])),
  })),
})

type Fates = Readonly<Record<MessageId, MessageOutcome>>

function withRows<Id extends string, Row extends LogRow>(
  logs: Readonly<Record<Id, Log<Row>>>,
  change: (row: Row) => Row,
): Readonly<Record<Id, Log<Row>>> {
  const changed = Object.entries<Log<Row>>(logs).map(([id, log]) => {
    return [id, { ...log, rows: log.rows.map((row) => reuseEqualParts(row, change(row))) }]
  })
  return Object.fromEntries(changed) as Record<Id, Log<Row>>
}

function dropped(logs: Logs, { kind, id }: Channel): Logs {
  const { [id]: _gone, ...rest } = logs[kind] as Readonly<Record<string, Log>>
  return { ...logs, [kind]: rest }
}

/** Drops the logs of an agent and its subagents; threads have lost its messages. */
export function withoutLog(logs: Logs, { kind, id }: ChannelOf<'agent'>): Logs {
  const rest = Object.entries(logs[kind]).filter(([log]) => ownerOf(log as AgentId) !== id)
  return { ...logs, [kind]: Object.fromEntries(rest), thread: stale(logs.thread) }
}

function withLog(logs: Logs, { kind, id }: Channel, log: Log): Logs {
  if (logOf<ChannelKind>(logs, { kind, id }) === log) return logs
  return { ...logs, [kind]: { ...logs[kind], [id]: log } }
}

/** What became of a message, as reported last. */
export interface MessageOutcome extends Omit<Extract<FeedEvent, { kind: 'message' }>, 'kind' | 'message'> {
  /** The states seen by this window, oldest first. */
  readonly steps: readonly StateChange[]
}

/** `at` is in ms. */
export interface StateChange {
  readonly state: MessageState
  readonly at: number
}
