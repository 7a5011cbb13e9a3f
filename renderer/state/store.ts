import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useShallow } from 'zustand/react/shallow'
import type { FeedEvent } from '../../main/contract/api/feed.ts'
import type { Channel, ChannelKind, Channels, RowOf } from '../../main/contract/api/log.ts'
import type { AgentId, MessageId } from '../../main/contract/api/model.ts'
import type { AgentView } from '../../main/contract/api/views.ts'
import { holdClock } from './clock.ts'
import { ask, follow } from './connection.ts'
import { logOf, type MessageOutcome, type Log } from './logs.ts'
import { WatchedLogs } from './watched-logs.ts'
import { takeDrafts, takeTheme } from './view-store.ts'
import { emptyMirror, reflect, type Mirror, type MirrorEvent, type StreamBlock } from './mirror.ts'

/** The mirror without the streams. Only `applyEvent` and the feed change it. */
export type Settled = Omit<Mirror, 'streams'>

let whole: Mirror = emptyMirror

export const mirror = createStore<Settled>(() => emptyMirror)

/** Separate, because it changes with every frame and few components read it. */
const streams = createStore<Mirror['streams']>(() => emptyMirror.streams)

function apply(events: readonly MirrorEvent[]) {
  const before = whole
  whole = events.reduce(reflect, before)
  const { streams: written, ...settled } = whole
  const changed = (Object.keys(settled) as (keyof Settled)[]).some((part) => settled[part] !== before[part])
  if (changed) mirror.setState(settled)
  if (written !== before.streams) streams.setState(written, true)
}

export const applyEvent = (event: MirrorEvent) => apply([event])

const nothing: readonly StreamBlock[] = []

export const streamOf = (agent: AgentId): readonly StreamBlock[] => streams.getState()[agent] ?? nothing

/** Calls back whenever any agent's stream changes. Returns a function that ends it. */
export const followStreams = (listener: () => void): (() => void) => streams.subscribe(listener)

/** The kinds of the blocks an agent is writing; changes only with a new block. */
export const useStreamKinds = (agent: AgentId | null): readonly StreamBlock['of'][] =>
  useStore(
    streams,
    useShallow((now) => (agent === null ? nothing : (now[agent] ?? nothing)).map((block) => block.of)),
  )

export const useIsWriting = (agent: AgentId): boolean => useStore(streams, (now) => agent in now)

/**
 * Calls back with every change that main reports, ignoring a remembered snapshot. Returns a function that
 * ends it.
 */
export const followMainChanges = (listener: (now: Settled, before: Settled) => void): (() => void) =>
  mirror.subscribe((now, before) => {
    if (now.status !== null && now.connection !== 'connecting') listener(now, before)
  })

export const useMirror = <T>(select: (now: Settled) => T): T => useStore(mirror, select)

/** `useMirror` for a new list or record: equal members count as no change. */
export const useMirrorList = <T>(select: (now: Settled) => T): T => useStore(mirror, useShallow(select))

/** Includes closed ones, whose names are taken. */
export const allAgents = (now: Settled): readonly AgentView[] => Object.values(now.agents)

/** In tab order. */
export const openAgents = (now: Settled): readonly AgentView[] =>
  Object.values<AgentView>(now.agents)
    .filter((agent) => !agent.closed)
    .sort((a, b) => a.order - b.order)

const pageSizes: Readonly<Record<ChannelKind, number>> = { agent: 200, link: 50, gathering: 60, thread: 50 }

const watched = new WatchedLogs()

/** Feed events wait for the next frame, so that a burst of tokens renders once. */
let waiting: FeedEvent[] = []
let frame = 0
let fallback: ReturnType<typeof setTimeout> | undefined

function hear(events: readonly FeedEvent[]) {
  apply(events)
  const old = watched.told(events, whole.logs)
  if (old.length > 0) apply(old)
  for (const event of events) {
    if (event.kind === 'snapshot') takeDrafts(event.view.drafts)
    const status =
      event.kind === 'snapshot' ? event.view.status : event.kind === 'status' ? event.status : null
    if (status) takeTheme(status.settings.theme)
  }
}

function flush() {
  cancelAnimationFrame(frame)
  clearTimeout(fallback)
  frame = 0
  const { now, later } = inFrames(waiting)
  waiting = later
  if (later.length > 0) wantFrame()
  hear(now)
}

function receive(event: FeedEvent) {
  waiting.push(event)
  // The first content is shown at once.
  if (event.kind === 'snapshot') flush()
  else if (frame === 0) wantFrame()
}

function wantFrame() {
  frame = requestAnimationFrame(flush)
  // A hidden window gets no frames, but must not pile up events.
  fallback = setTimeout(flush, 250)
}

/** Follows main's feed. Returns a function that ends it. */
export const followMain = () =>
  follow({
    event: receive,
    connection: (connection) => {
      holdClock(connection !== 'open')
      applyEvent({ kind: 'connection', connection })
    },
  })

/** Reads the newest page of a log if it is stale. */
export async function readNewest(channel: Channel): Promise<void> {
  applyEvent({ kind: 'logOpened', channel })
  const phase = logOf(mirror.getState().logs, channel)?.phase
  if (phase === 'stale' || phase === 'failed') await readPage(channel, null)
}

export async function readOlder(channel: Channel): Promise<void> {
  const now = logOf(mirror.getState().logs, channel)
  if (now?.phase === 'ready' && now.older !== null) await readPage(channel, now.older)
}

async function readPage(channel: Channel, before: number | null): Promise<void> {
  applyEvent({ kind: 'logLoading', channel })
  try {
    const limit = pageSizes[channel.kind]
    const page = await ask('log.page', { channel, limit, ...(before === null ? {} : { before }) })
    applyEvent({ kind: 'logPage', channel, page, before })
  } catch {
    applyEvent({ kind: 'logFailed', channel })
  }
}

/** What the feed has reported about each message since the last snapshot; rows may be older. */
export const useFates = (
  sent: readonly { readonly message: MessageId }[],
): readonly (MessageOutcome | undefined)[] =>
  useMirrorList((now) => sent.map(({ message }) => now.fates[message]))

/** Reads the newest page whenever the log is stale. */
export function useLog<K extends ChannelKind>(kind: K, id: Channels[K]['id']): Log<RowOf<K>> | undefined {
  const log = useMirror((now) => logOf(now.logs, { kind, id }))
  const phase = log?.phase
  useEffect(() => {
    if (phase === undefined || phase === 'stale') void readNewest({ kind, id } as Channel)
  }, [kind, id, phase])
  useEffect(() => {
    const channel = { kind, id } as Channel
    watched.enter(channel)
    return () => apply(watched.leave(channel))
  }, [kind, id])
  return log
}

/** Changes applied per frame; deltas don't count. */
const most = 12
/** Of a large backlog at least this fraction is applied, so that it does not pile up. */
const part = 4

/**
 * Splits waiting events into those for this frame and later ones, in order: when many agents start or end at
 * once, rendering is spread out and the user's keys come in between.
 */
export function inFrames(waiting: readonly FeedEvent[]): {
  readonly now: FeedEvent[]
  readonly later: FeedEvent[]
} {
  const changes = waiting.flatMap(({ kind }, at) => (kind === 'delta' ? [] : [at]))
  const end = changes[Math.max(most, Math.ceil(changes.length / part))] ?? waiting.length
  return { now: waiting.slice(0, end), later: waiting.slice(end) }
}
