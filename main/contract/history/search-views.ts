import type { TextPart } from './found-words.ts'
import type { GatheringId } from '../gatherings/gatherings.ts'
import type { MachineName } from '../fleet/machines.ts'
import type { AgentId, Entry, MessageId } from '../api/model.ts'
import type { Page } from '../api/views.ts'

/** A circle of another machine in which the user received or wrote text. */
export interface FoundCircle {
  /** Its id here, `gat-…@attic`. */
  readonly id: GatheringId
  readonly topic: string
  readonly machine: MachineName
}

/** A matching row of a transcript; `at` in milliseconds. */
export interface SearchResult {
  readonly agent: AgentId
  readonly agentName: string
  /** Set if the row is from the user's seat in such a circle instead of an agent's conversation. */
  readonly circle: FoundCircle | null
  /** Position in its transcript. */
  readonly n: number
  readonly kind: Entry['kind']
  readonly authorName: string
  /**
   * The message that the row contains, or that its tool call sent; null if there is none that the caller may
   * read.
   */
  readonly message: MessageId | null
  readonly at: number
  /** For a tool call and its result: a summary such as `Read src/fares.js`; else empty. */
  readonly call: string
  /** An excerpt, in order; `isMatch` marks the matches. */
  readonly parts: readonly TextPart[]
}

/** Best first. */
export interface SearchPage extends Page<SearchResult> {
  /** Number of results, counted up to `countedResults`; null on later pages. */
  readonly total: number | null
}

export const countedResults = 1000

export interface FoundRows {
  /** Positions, in order. */
  readonly rows: readonly number[]
  /** There are older matches. */
  readonly isCut: boolean
}
