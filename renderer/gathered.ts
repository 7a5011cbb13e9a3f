import type { FeedEvent } from '../main/contract/feed.ts'
import type { GatheringView, UtteranceView } from '../main/contract/gathering-views.ts'
import type { GatheringId } from '../main/contract/gatherings.ts'
import type { AgentId } from '../main/contract/model.ts'
import type { Page } from '../main/contract/views.ts'
import { sharing } from './sharing.ts'

/** The part of one gathering's rows that this window holds: a stretch without gaps, up to the newest. */
export interface Gathered {
  /** Oldest first. */
  readonly items: readonly UtteranceView[]
  /** Where the next older page ends, or null when the beginning is here. */
  readonly older: number | null
  /** `stale`: the newest page has to be read; `failed`: reading it went wrong. */
  readonly phase: 'stale' | 'loading' | 'ready' | 'failed'
}

/** Gatherings that this window knows, by id. */
export type Gatherings = Readonly<Record<GatheringId, GatheringView>>
/** What happened in those gatherings that were looked at. */
export type Utterances = Readonly<Record<GatheringId, Gathered>>

/** The answers to this window's own reading of a gathering's rows. */
export type GatheringReading =
  | { readonly kind: 'gatheringOpened'; readonly gathering: GatheringId }
  | { readonly kind: 'gatheringLoading'; readonly gathering: GatheringId }
  | {
      readonly kind: 'gatheringPage'
      readonly gathering: GatheringId
      readonly page: Page<UtteranceView>
      readonly before: number | null
    }
  | { readonly kind: 'gatheringUnread'; readonly gathering: GatheringId }

/** The gatherings after one was told. */
export function withGathering(gatherings: Gatherings, told: GatheringView): Gatherings {
  const gathering = sharing(gatherings[told.id], told)
  return gathering === gatherings[told.id] ? gatherings : { ...gatherings, [told.id]: gathering }
}

/** A snapshot's gatherings, made of what was known wherever that is the same. */
export const gatheringsOf = (before: Gatherings, told: readonly GatheringView[]): Gatherings =>
  sharing(before, Object.fromEntries(told.map((one) => [one.id, one])) as Gatherings)

/** Does it wait for the person's word, proposed by this agent? */
export const isProposalOf = ({ state, convened }: GatheringView, agent: AgentId): boolean =>
  state === 'proposed' && convened.by.kind === 'agent' && convened.by.id === agent

/** Those that are listed: open ones, and closed ones that were not put away; newest first. */
export const listedGatherings = (gatherings: Gatherings): readonly GatheringView[] =>
  Object.values<GatheringView>(gatherings)
    .filter((one) => !one.shelved)
    .sort((a, b) => b.convened.at - a.convened.at)

/** Something may have been said unheard: the newest page of each has to be read. */
export const staleUtterances = (utterances: Utterances): Utterances =>
  Object.fromEntries(
    Object.entries(utterances).map(([id, held]) => [id, { ...held, phase: 'stale' }]),
  ) as Utterances

/** What happened, after rows were told; of gatherings that nobody looked at nothing is held. */
export function withUtterances(
  utterances: Utterances,
  { gathering, utterances: told }: Extract<FeedEvent, { kind: 'utterances' }>,
): Utterances {
  const held = utterances[gathering]
  if (!held) return utterances
  const end = held.items.at(-1)?.n ?? 0
  const fresh = told.filter((one) => one.n > end).sort((a, b) => a.n - b.n)
  const changed = new Map(told.map((one) => [one.n, one]))
  const items = held.items.map((one) => sharing(one, changed.get(one.n) ?? one))
  const isGap = held.phase === 'ready' && (fresh[0]?.n ?? end + 1) > end + 1
  const phase = isGap ? 'stale' : held.phase
  return { ...utterances, [gathering]: { ...held, items: [...items, ...fresh], phase } }
}

/** What happened, after one of the messages that carry it reached another state. */
export function withHeard(utterances: Utterances, told: Extract<FeedEvent, { kind: 'message' }>): Utterances {
  const carries = (one: UtteranceView) => one.sent.some((sent) => sent.message === told.message)
  const found = Object.entries(utterances).find(([, held]) => held.items.some(carries))
  if (!found) return utterances
  const [id, held] = found
  const { message, state, inInput } = told
  const items = held.items.map((one) =>
    carries(one)
      ? {
          ...one,
          sent: one.sent.map((sent) => (sent.message === message ? { ...sent, state, inInput } : sent)),
        }
      : one,
  )
  return { ...utterances, [id]: { ...held, items } }
}

/** The events of reading a gathering page by page. */
export function reflectGathering(utterances: Utterances, event: GatheringReading): Utterances {
  const now = utterances[event.gathering]
  const next = (held: Gathered): Utterances => ({ ...utterances, [event.gathering]: held })
  switch (event.kind) {
    case 'gatheringOpened':
      return now ? utterances : next({ items: [], older: null, phase: 'stale' })
    case 'gatheringLoading':
      return now ? next({ ...now, phase: 'loading' }) : utterances
    case 'gatheringUnread':
      return now ? next({ ...now, phase: 'failed' }) : utterances
    case 'gatheringPage':
      return now ? next(joined(now, event.page, event.before)) : utterances
  }
}

/** A page joined to what is held; its rows are newer than those. A newest page replaces what it does not touch. */
function joined(now: Gathered, page: Page<UtteranceView>, before: number | null): Gathered {
  const first = page.items[0]?.n ?? 0
  const last = page.items.at(-1)?.n ?? 0
  const earlier = now.items.filter((one) => one.n < first)
  const later = now.items.filter((one) => one.n > last)
  if (before !== null) return { items: [...page.items, ...later], older: page.next, phase: 'ready' }
  const known = new Map(now.items.map((one) => [one.n, one]))
  const items = page.items.map((one) => sharing(known.get(one.n), one))
  const touches = earlier.at(-1)?.n === first - 1
  return {
    items: [...(touches ? earlier : []), ...items, ...later],
    older: touches ? now.older : page.next,
    phase: 'ready',
  }
}
