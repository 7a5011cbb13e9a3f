import type { LinkId } from '../../main/contract/links/links.ts'
import type { FeedEvent } from '../../main/contract/api/feed.ts'
import type { GatheringId } from '../../main/contract/gatherings/gatherings.ts'
import type { AgentId, Entry } from '../../main/contract/api/model.ts'
import type { RequestInput, RequestKind } from '../../main/contract/api/requests.ts'
import type { RequestAnswers, WindowView } from '../../main/contract/api/answers.ts'
import type { LogRow } from '../../main/contract/api/log.ts'
import type { FleetView } from '../../main/contract/fleet/fleet-views.ts'
import type { Surroundings } from './domain/janus.ts'
import type { World } from './domain/world.ts'
import type { Hand } from './hand.ts'

/** How the fake main answers each kind of request; a thrown `RefusedError` is told as main tells it. */
export type Answers = {
  readonly [K in RequestKind]: (input: RequestInput<K>) => RequestAnswers[K] | Promise<RequestAnswers[K]>
}

/** One state of the window: what has happened in the domain, and what a person then does. */
export interface StoryPlay {
  /** What is around the domain, where not all is well. */
  readonly app?: Surroundings
  /** The other machines: the domain in the page is in no fleet. */
  readonly fleet?: FleetView
  /** Tells the domain what happened. */
  readonly story: (world: World) => Promise<unknown> | void
  /** What this browser has kept from before, by name. */
  readonly kept?: Readonly<Record<string, unknown>>
  /** Answers that no domain in memory gives; the others are its own. */
  readonly answers?: Partial<Answers>
  /** What the person does, and what happens meanwhile; the state is reached when this has ended. */
  readonly act?: (hand: Hand, world: World) => Promise<void>
  /** Main has not said a word. */
  readonly isSilent?: boolean
  /** What becomes of the line to main after everything was told; `open` without it. */
  readonly line?: 'lost' | 'signedOut'
}

/** One state of the window: what main tells and answers, and what a person then does. */
export interface Play {
  /** null: main has not said a word. */
  readonly view: WindowView | null
  /** What main tells after the snapshot. */
  readonly feed?: readonly FeedEvent[]
  readonly transcripts?: Readonly<Record<AgentId, readonly Entry[]>>
  /** The tab in view. */
  readonly selected?: AgentId
  /** The link in view, in the place of the tab. */
  readonly link?: LinkId
  /** The gathering in view, in the place of the tab. */
  readonly gathering?: GatheringId
  /** What this browser has kept from before, by name. */
  readonly kept?: Readonly<Record<string, unknown>>
  /** What the log of the link or gathering in view holds. */
  readonly rows?: readonly LogRow[]
  /** Answers of this state alone; the others are those of `answers.ts`. */
  readonly answers?: Partial<Answers>
  /** What the person does, and what main tells meanwhile; the state is reached when this has ended. */
  readonly act?: (hand: Hand, tell: (event: FeedEvent) => void) => Promise<void>
  /** What becomes of the line to main after everything was told; `open` without it. */
  readonly line?: 'lost' | 'signedOut'
}

/** The states of the gallery, by name. */
export type Plays = Readonly<Record<string, Play>>
/** The states of the gallery that are stories, by name. */
export type Stories = Readonly<Record<string, StoryPlay>>
