import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useShallow } from 'zustand/react/shallow'
import type { FeedEvent } from '../main/contract/feed.ts'
import type { GatheringId } from '../main/contract/gatherings.ts'
import type { AgentId } from '../main/contract/model.ts'
import type { LinkId } from '../main/contract/ties.ts'
import type { AgentView } from '../main/contract/views.ts'
import { holdClock } from './clock.ts'
import { ask, follow } from './connection.ts'
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
export const tell = (event: MirrorEvent) => apply([event])

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

/** Reads a part of the mirror and follows it. */
export const useMirror = <T>(select: (now: Settled) => T): T => useStore(mirror, select)

/** Like `useMirror` for a list or record made anew: equal members count as no change. */
export const useMirrorList = <T>(select: (now: Settled) => T): T => useStore(mirror, useShallow(select))

/** The open tabs, in their order. */
export const openAgents = (now: Settled): readonly AgentView[] =>
  Object.values<AgentView>(now.agents)
    .filter((agent) => !agent.closed)
    .sort((a, b) => a.order - b.order)

/** Rows in one page of a transcript. */
const pageSize = 200

/** Feed events wait here for the next frame, so that a burst of tokens paints once. */
let waiting: FeedEvent[] = []
let frame = 0
let fallback: ReturnType<typeof setTimeout> | undefined

/** What main tells goes into the mirror; what of it is the window's own, to the window's own state. */
function hear(events: readonly FeedEvent[]) {
  apply(events)
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
  const batch = waiting
  waiting = []
  hear(batch)
}

function receive(event: FeedEvent) {
  waiting.push(event)
  if (frame !== 0) return
  frame = requestAnimationFrame(flush)
  // A hidden window has no frames, and must not pile up events.
  fallback = setTimeout(flush, 250)
}

/** Begins to follow main; the answer ends it. */
export const connect = () =>
  follow({
    event: receive,
    connection: (connection) => {
      holdClock(connection !== 'open')
      tell({ kind: 'connection', connection })
    },
  })

/** Reads the newest page of a transcript, if rows are missing at its end. */
export async function readNewest(agent: AgentId): Promise<void> {
  tell({ kind: 'opened', agent })
  const phase = mirror.getState().transcripts[agent]?.phase
  if (phase !== 'stale' && phase !== 'failed') return
  tell({ kind: 'loading', agent })
  await readPage(agent, null)
}

/** Reads the page before the oldest row held. */
export async function readOlder(agent: AgentId): Promise<void> {
  const now = mirror.getState().transcripts[agent]
  if (now?.phase !== 'ready' || now.older === null) return
  tell({ kind: 'loading', agent })
  await readPage(agent, now.older)
}

async function readPage(agent: AgentId, before: number | null): Promise<void> {
  try {
    const page = await ask('transcript.page', {
      agent,
      limit: pageSize,
      ...(before === null ? {} : { before }),
    })
    tell({ kind: 'page', agent, page, before })
  } catch {
    tell({ kind: 'unread', agent })
  }
}

/** Crossings in one page of a link. */
const crossingPage = 50

/** Reads the newest page of what crossed a link, if some is missing at its end. */
export async function readCrossings(link: LinkId): Promise<void> {
  tell({ kind: 'linkOpened', link })
  const phase = mirror.getState().crossings[link]?.phase
  if (phase !== 'stale' && phase !== 'failed') return
  await readCrossed(link, null)
}

/** Reads the page before the oldest crossing held. */
export async function readOlderCrossings(link: LinkId): Promise<void> {
  const now = mirror.getState().crossings[link]
  if (now?.phase === 'ready' && now.older !== null) await readCrossed(link, now.older)
}

async function readCrossed(link: LinkId, before: number | null): Promise<void> {
  tell({ kind: 'linkLoading', link })
  try {
    const cursor = before === null ? {} : { cursor: before }
    const page = await ask('links.crossings', { id: link, limit: crossingPage, ...cursor })
    tell({ kind: 'linkPage', link, page, before })
  } catch {
    tell({ kind: 'linkUnread', link })
  }
}

/** Rows in one page of a gathering. */
const utterancePage = 60

/** Reads the newest page of a gathering, if some is missing at its end. */
export async function readUtterances(gathering: GatheringId): Promise<void> {
  tell({ kind: 'gatheringOpened', gathering })
  const phase = mirror.getState().utterances[gathering]?.phase
  if (phase !== 'stale' && phase !== 'failed') return
  await readGathered(gathering, null)
}

/** Reads the page before the oldest row held. */
export async function readOlderUtterances(gathering: GatheringId): Promise<void> {
  const now = mirror.getState().utterances[gathering]
  if (now?.phase === 'ready' && now.older !== null) await readGathered(gathering, now.older)
}

async function readGathered(gathering: GatheringId, before: number | null): Promise<void> {
  tell({ kind: 'gatheringLoading', gathering })
  try {
    const cursor = before === null ? {} : { cursor: before }
    const page = await ask('gatherings.words', { id: gathering, limit: utterancePage, ...cursor })
    tell({ kind: 'gatheringPage', gathering, page, before })
  } catch {
    tell({ kind: 'gatheringUnread', gathering })
  }
}
