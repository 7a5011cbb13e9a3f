import type { AgentReason } from '../agents/agent-words.ts'
import type { AgentStatus } from '../api/model.ts'

/** Why somebody cannot be in a circle, or was passed over in it, as facts. Types only: `seat-words` says them. */

/** Why an agent cannot speak now. */
export type Absence =
  /** Its tab was deleted, or is closed; or the user has stopped it. */
  | { readonly kind: 'deleted' | 'closed' | 'stopped' }
  /** Of another machine: its user has taken it out, or shares it no more. */
  | { readonly kind: 'left' | 'unshared' }
  | { readonly kind: 'failed'; readonly reason: AgentReason | null }

/** Why a seat was passed over. */
export type SeatReason =
  | Absence
  /** Its grant could not be written in time. `again`: for the second time in this round; before, it may speak last. */
  | { readonly kind: 'busy'; readonly again: boolean }
  | { readonly kind: 'unreachable'; readonly status: AgentStatus; readonly again: boolean }
  /** Its grant did not reach it in its machine in time, or waits there for its user. */
  | { readonly kind: 'away'; readonly again: boolean }
  /** It had the piece, and said nothing: in time; until the gathering was closed. */
  | { readonly kind: 'late' | 'silent' }
  /** The user ended its turn, or took the piece, before it said anything. */
  | { readonly kind: 'skipped' | 'taken' }
