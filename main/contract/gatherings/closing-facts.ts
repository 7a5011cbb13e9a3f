import type { Actor } from '../api/model.ts'
import type { Absence } from './seat-reasons.ts'

/** Why a gathering is over, and why it has no harvest, as facts. Types only: `closing-words` says them. */

/** How a gathering came to its end. */
export type ClosingFact =
  /** Every round was spoken; nobody in the circle could speak. */
  | { readonly kind: 'spoken' | 'deserted' }
  /** Anyone who closed it ended it; or turned the proposal down. */
  | { readonly kind: 'ended' | 'dismissed' }
  /** Nobody started it within a day; the piece was held for a day. */
  | { readonly kind: 'unstarted' | 'held' }
  /** It was paused for a day, by the one of this name. */
  | { readonly kind: 'paused'; readonly pausedBy: string }

/** Why a gathering is over, by whom, and when. */
export type Closing = Actor & ClosingFact & { readonly at: number }

/** Why a gathering has no harvest. */
export type NoHarvest =
  | { readonly kind: 'nothingSaid' }
  /** The harvester of this name cannot be asked. */
  | { readonly kind: 'absent'; readonly name: string; readonly reason: Absence }
  /** The harvester could not be asked in time, was not done in time, or answered nothing. */
  | { readonly kind: 'unasked' | 'unfinished' | 'empty'; readonly name: string }
  /** The one of this name did not wait for it. */
  | { readonly kind: 'unawaited'; readonly name: string }
