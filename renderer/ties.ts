import type { FeedEvent } from '../main/contract/feed.ts'
import {
  reflectLink,
  withCrossing,
  withLink,
  type Crossings,
  type LinkReading,
  type Links,
} from './crossed.ts'
import {
  reflectGathering,
  withGathering,
  withUtterances,
  type GatheringReading,
  type Gatherings,
  type Utterances,
} from './gathered.ts'

/** What ties agents to each other, as main has told. */
export interface Ties {
  /** Open links, and closed ones whose episode is not over; in order of opening. */
  readonly links: Links
  /** What crossed, of those links that were looked at. */
  readonly crossings: Crossings
  /** Those that are not closed, and closed ones; `shelved`: put away since the last snapshot. */
  readonly gatherings: Gatherings
  /** What happened, of those gatherings that were looked at. */
  readonly utterances: Utterances
}

/** What changes them. */
export type TieEvent =
  | Extract<FeedEvent, { kind: 'link' | 'crossing' | 'gathering' | 'utterances' }>
  | LinkReading
  | GatheringReading

/** The part of the ties that an event changes. Pure. */
export function reflectTie(ties: Ties, event: TieEvent): Partial<Ties> {
  switch (event.kind) {
    case 'link':
      return { links: withLink(ties.links, event.link) }
    case 'crossing':
      return { crossings: withCrossing(ties.crossings, event.crossing) }
    case 'linkOpened':
    case 'linkLoading':
    case 'linkPage':
    case 'linkUnread':
      return { crossings: reflectLink(ties.crossings, event) }
    case 'gathering':
      return { gatherings: withGathering(ties.gatherings, event.gathering) }
    case 'utterances':
      return { utterances: withUtterances(ties.utterances, event) }
    case 'gatheringOpened':
    case 'gatheringLoading':
    case 'gatheringPage':
    case 'gatheringUnread':
      return { utterances: reflectGathering(ties.utterances, event) }
  }
}
