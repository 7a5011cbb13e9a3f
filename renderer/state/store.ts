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
import { logOf, type Fate, type Log } from './logs.ts'
import { WatchedLogs } from './watched-logs.ts'
import { takeDrafts, takeTheme } from './view-store.ts'
import { emptyMirror, reflect, type Mirror, type MirrorEvent, type StreamBlock } from './mirror.ts'

/** The mirror of main, without what streams. Only `tell` and the feed change it. */
export type Settled = Omit<Mirror, 'streams'>

let whole: Mirror = emptyMirror

/** What main has told, as it stands. */
export const mirror = createStore<Settled>(() => emptyMirror)

/** What is being written, apart: it changes with every frame, and few look at it. */
const streams = createStore<Mirror['streams']>(() => emptyMirror.streams)

function apply(events: readonly MirrorEvent[]) {
  const before = whole
  whole = events.reduce(reflect, before)
  const { streams: written, ...settled } = whole
  const changed = (Object.keys(settled) as (keyof Settled)[]).some((part) => settled[part] !== before[part])
  if (changed) mirror.setState(settled)
  if (written !== before.streams) streams.setState(written, true)
}

/** Applies one event at once. */
export const applyEvent = (event: MirrorEvent) => apply([event])

const nothing: readonly StreamBlock[] = []

/** What an agent is writing now, as it stands. */
export const streamOf = (agent: AgentId): readonly StreamBlock[] => streams.getState()[agent] ?? nothing

/** Calls back whenever something is written, by whoever; the answer ends it. */
export const followStreams = (listener: () => void): (() => void) => streams.subscribe(listener)

/** Of what kind the blocks are that an agent is writing now; changes only with a new block. Null for nobody. */
export const useStreamKinds = (agent: AgentId | null): readonly StreamBlock['of'][] =>
  useStore(
    streams,
    useShallow((now) => (agent === null ? nothing : (now[agent] ?? nothing)).map((block) => block.of)),
  )

/** Is an agent writing now? */
export const useIsWriting = (agent: AgentId): boolean => useStore(streams, (now) => agent in now)

/** Calls back with every change that Janus itself tells, not with what is remembered of it; the answer ends it. */
export const followTold = (listener: (now: Settled, before: Settled) => void): (() => void) =>
  mirror.subscribe((now, before) => {
    if (now.status !== null && now.connection !== 'connecting') listener(now, before)
  })

/** Reads a part of the mirror and follows it. */
export const useMirror = <T>(select: (now: Settled) => T): T => useStore(mirror, select)

/** Like `useMirror` for a list or record made again: equal members count as no change. */
export const useMirrorList = <T>(select: (now: Settled) => T): T => useStore(mirror, useShallow(select))

/** All tabs, closed ones too: their names are taken. */
export const allAgents = (now: Settled): readonly AgentView[] => Object.values(now.agents)

/** The open tabs, in their order. */
export const openAgents = (now: Settled): readonly AgentView[] =>
  Object.values<AgentView>(now.agents)
    .filter((agent) => !agent.closed)
    .sort((a, b) => a.order - b.order)

const pageSizes: Readonly<Record<ChannelKind, number>> = { agent: 200, link: 50, gathering: 60, thread: 50 }

const watched = new WatchedLogs()

/** Feed events wait here for the next frame, so that a burst of tokens paints once. */
let waiting: FeedEvent[] = []
let frame = 0
let fallback: ReturnType<typeof setTimeout> | undefined

/** What main tells goes into the mirror; what of it is the window's own, to the window's own state. */
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
  // The first that there is to show is shown at once.
  if (event.kind === 'snapshot') flush()
  else if (frame === 0) wantFrame()
}

function wantFrame() {
  frame = requestAnimationFrame(flush)
  // A hidden window has no frames, and must not pile up events.
  fallback = setTimeout(flush, 250)
}

/** Begins to follow main; the answer ends it. */
export const followMain = () =>
  follow({
    event: receive,
    connection: (connection) => {
      holdClock(connection !== 'open')
      applyEvent({ kind: 'connection', connection })
    },
  })

/** Reads the newest page of a log, if rows are missing at its end. */
export async function readNewest(channel: Channel): Promise<void> {
  applyEvent({ kind: 'logOpened', channel })
  const phase = logOf(mirror.getState().logs, channel)?.phase
  if (phase === 'stale' || phase === 'failed') await readPage(channel, null)
}

/** Reads the page before the oldest row held. */
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

/** What main has told of messages since the last snapshot, each in its place. What rows say of them may be older. */
export const useFates = (sent: readonly { readonly message: MessageId }[]): readonly (Fate | undefined)[] =>
  useMirrorList((now) => sent.map(({ message }) => now.fates[message]))

/** A log as far as this window holds it; its newest page is read whenever rows are missing at its end. */
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

/** So many changes of what stands in the window are taken into one frame; words that are being written are no such. */
const most = 12
/** Of very many at least such a part, so that they do not pile up. */
const part = 4

/**
 * What is taken into this frame of all that waits, in its order, and what into later ones: where many agents begin or
 * end at once, the window draws some of them after the other, and the user's keys in between.
 */
export function inFrames(waiting: readonly FeedEvent[]): {
  readonly now: FeedEvent[]
  readonly later: FeedEvent[]
} {
  const changes = waiting.flatMap(({ kind }, at) => (kind === 'delta' ? [] : [at]))
  const end = changes[Math.max(most, Math.ceil(changes.length / part))] ?? waiting.length
  return { now: waiting.slice(0, end), later: waiting.slice(end) }
}
