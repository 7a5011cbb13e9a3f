import type { TextPart } from './found-words.ts'
import type { GatheringId } from '../gatherings/gatherings.ts'
import type { MachineName } from '../fleet/machines.ts'
import type { AgentId, Entry, MessageId } from '../api/model.ts'
import type { Page } from '../api/views.ts'

/** A circle of another machine in which the user heard words or said them. */
export interface FoundCircle {
  /** As it stands here, `gat-…@attic`. */
  readonly id: GatheringId
  readonly topic: string
  readonly machine: MachineName
}

/** One row of a transcript in which something was found; the time in ms. */
export interface SearchResult {
  readonly agent: AgentId
  readonly agentName: string
  /** Where the row is of no agent's conversation, but of what the user heard and said in such a circle; else null. */
  readonly circle: FoundCircle | null
  /** Place in its transcript. */
  readonly n: number
  readonly kind: Entry['kind']
  readonly authorName: string
  /** The message whose words these are, or that a tool's call sent; null where there is none that the caller may read. */
  readonly message: MessageId | null
  readonly at: number
  /** For a tool's call, and for its result: what it did, such as `Read src/fares.js`; else empty. */
  readonly call: string
  /** The words around what was found, in order; `isMatch` marks it. */
  readonly parts: readonly TextPart[]
}

/** A page of a search, best first. */
export interface SearchPage extends Page<SearchResult> {
  /** How many there are, counted up to `countedResults`; null on later pages. */
  readonly total: number | null
}

/** Results are counted up to so many. */
export const countedResults = 1000

/** Rows of a conversation that were found. */
export interface FoundRows {
  /** Their places, in order. */
  readonly rows: readonly number[]
  /** There are older ones. */
  readonly isCut: boolean
}
