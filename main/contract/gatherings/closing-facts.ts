import type { Actor } from '../api/model.ts'
import type { Absence } from './seat-reasons.ts'

/** Why a gathering ended, and why it has no harvest. Types only; `closing-words` has the texts. */

export type ClosingFact =
  /** All rounds were spoken; or nobody in the circle could speak. */
  | { readonly kind: 'spoken' | 'deserted' }
  /** Somebody closed it, or dismissed the proposal. */
  | { readonly kind: 'ended' | 'dismissed' }
  /** Nobody started it within a day; or the piece was held for a day. */
  | { readonly kind: 'unstarted' | 'held' }
  /** It was paused for a day, by this user. */
  | { readonly kind: 'paused'; readonly pausedBy: string }

/** By whom, and when. */
export type Closing = Actor & ClosingFact & { readonly at: number }

export type NoHarvest =
  | { readonly kind: 'nothingSaid' }
  /** The harvester of this name cannot be prompted. */
  | { readonly kind: 'absent'; readonly name: string; readonly reason: Absence }
  /** The harvester could not be prompted in time, did not finish in time, or answered nothing. */
  | { readonly kind: 'unasked' | 'unfinished' | 'empty'; readonly name: string }
  /** This user did not wait for it. */
  | { readonly kind: 'unawaited'; readonly name: string }
