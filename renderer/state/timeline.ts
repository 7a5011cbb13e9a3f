import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { GatheringId } from '../../main/contract/gatherings/gatherings.ts'
import type { LinkId } from '../../main/contract/links/links.ts'
import type { AgentId } from '../../main/contract/api/model.ts'
import type { TimelineKind } from '../../main/contract/history/timeline-entries.ts'
import type { TimelinePage, TimelineRow } from '../../main/contract/history/timeline.ts'
import { errorWords } from './act.ts'
import { ask } from './connection.ts'
import { reuseEqualParts } from './sharing.ts'

export type Span = 'all' | 'hour' | 'day' | 'week'

/** Empty lists, null and an empty text match everything. */
interface TimelineFilter {
  readonly kinds: readonly TimelineKind[]
  readonly agents: readonly AgentId[]
  readonly link: LinkId | null
  readonly gathering: GatheringId | null
  readonly q: string
  readonly span: Span
}

/** The part of the timeline that this window holds: matching rows up to the newest. */
export interface HeldTimeline {
  readonly filter: TimelineFilter
  readonly rows: readonly TimelineRow[]
  /** Where the next older page ends; null if the first row is held. */
  readonly older: number | null
  readonly phase: 'unread' | 'loading' | 'ready' | 'failed'
  readonly problem: string
  /** Matching rows, counted up to a limit; null while unknown. */
  readonly total: number | null
  /** The row from which the user went to its place. */
  readonly left: number | null
}

export const noFilter: TimelineFilter = {
  kinds: [],
  agents: [],
  link: null,
  gathering: null,
  q: '',
  span: 'all',
}

const unread: Omit<HeldTimeline, 'filter'> = {
  rows: [],
  older: null,
  phase: 'unread',
  problem: '',
  total: null,
  left: null,
}

/** The filter lasts as long as the window. */
export const timeline = createStore<HeldTimeline>(() => ({ ...unread, filter: noFilter }))

export const useTimeline = <T>(select: (now: HeldTimeline) => T): T => useStore(timeline, select)

/** The newest page replaces the held rows from its first row on; without overlap it replaces all. */
export function withNewest(now: HeldTimeline, { items, next, total }: TimelinePage): HeldTimeline {
  const known = new Map(now.rows.map((row) => [row.n, row]))
  const fresh = items.map((row) => reuseEqualParts(known.get(row.n), row)).reverse()
  const first = next === null ? 0 : (fresh[0]?.n ?? 0)
  const touches = fresh.some(({ n }) => known.has(n))
  const earlier = touches ? now.rows.filter(({ n }) => n < first) : []
  return {
    ...now,
    phase: 'ready',
    problem: '',
    rows: [...earlier, ...fresh],
    older: earlier.length > 0 ? now.older : next,
    total: total ?? now.total,
  }
}

export function withOlder(now: HeldTimeline, { items, next }: TimelinePage): HeldTimeline {
  const first = now.rows[0]?.n ?? Infinity
  const earlier = items.filter(({ n }) => n < first).reverse()
  return { ...now, phase: 'ready', problem: '', rows: [...earlier, ...now.rows], older: next }
}

export function filterTimeline(change: Partial<TimelineFilter>): void {
  timeline.setState((now) => ({ ...unread, filter: { ...now.filter, ...change } }))
  void readNewestEntries()
}

const hour = 3_600_000
const spans: Readonly<Record<Span, number | null>> = { all: null, hour, day: 24 * hour, week: 168 * hour }

export function timelineQuery({ kinds, agents, link, gathering, q, span }: TimelineFilter, now: number) {
  const ms = spans[span]
  return {
    ...(kinds.length > 0 ? { kinds: [...kinds] } : {}),
    ...(agents.length > 0 ? { agent: [...agents] } : {}),
    ...(link === null ? {} : { link }),
    ...(gathering === null ? {} : { gathering }),
    ...(q.trim() === '' ? {} : { q }),
    ...(ms === null ? {} : { since: now - ms }),
  }
}

const pageSize = 100
let isReading = false
let isStale = false

/** A call during a read makes it read once more afterwards. */
export async function readNewestEntries(): Promise<void> {
  isStale = true
  if (isReading) return
  isReading = true
  while (isStale) {
    isStale = false
    await read(null)
  }
  isReading = false
}

export async function readOlderEntries(): Promise<void> {
  const { phase, older } = timeline.getState()
  if (phase === 'ready' && older !== null) await read(older)
}

async function read(cursor: number | null): Promise<void> {
  const { filter, phase, older } = timeline.getState()
  if (cursor !== null || phase !== 'ready') timeline.setState({ phase: 'loading' })
  const isAsked = () => timeline.getState().filter === filter
  try {
    const more = cursor === null ? {} : { cursor }
    const page = await ask('timeline.page', {
      ...timelineQuery(filter, Date.now()),
      ...more,
      limit: pageSize,
    })
    if (!isAsked()) return
    // A read of the newest page has dropped the rows that this page precedes.
    if (cursor !== null && timeline.getState().older !== older) return
    timeline.setState((now) => (cursor === null ? withNewest(now, page) : withOlder(now, page)))
  } catch (error) {
    if (isAsked()) timeline.setState({ phase: 'failed', problem: errorWords(error) })
  }
}

/** Remembers the row that the user leaves for its place. */
export const leaveAt = (left: number | null) => timeline.setState({ left })
