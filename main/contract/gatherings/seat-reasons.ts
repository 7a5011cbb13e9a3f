import type { AgentReason } from '../agents/agent-words.ts'
import type { AgentStatus } from '../api/model.ts'

/** Why an agent or user is missing from a circle, or was skipped. Types only; `seat-words` has the texts. */

export type Absence =
  /** Its tab was deleted or closed, or the user stopped it. */
  | { readonly kind: 'deleted' | 'closed' | 'stopped' }
  /** On another machine: its user ended the seat, or no longer shares it. */
  | { readonly kind: 'left' | 'unshared' }
  | { readonly kind: 'failed'; readonly reason: AgentReason | null }

/** Why a seat was skipped. */
export type SeatReason =
  | Absence
  /**
   * Its prompt could not be written in time. `again`: for the second time in this round; after the first it
   * may speak last.
   */
  | { readonly kind: 'busy'; readonly again: boolean }
  | { readonly kind: 'unreachable'; readonly status: AgentStatus; readonly again: boolean }
  /** Its prompt did not reach it on its machine in time, or waits there for its user. */
  | { readonly kind: 'away'; readonly again: boolean }
  /** It had the piece and said nothing in time, or until the gathering was closed. */
  | { readonly kind: 'late' | 'silent' }
  /** The user ended its turn, or took the piece, before it said anything. */
  | { readonly kind: 'skipped' | 'taken' }
