import type { Because } from '../mail/message-reasons.ts'
import type { MessageState } from '../mail/messages.ts'
import type { Actor, AgentId, MessageId } from '../api/model.ts'
import type { TimelineEntry } from './timeline-entries.ts'
import type { Priority } from '../mail/priorities.ts'
import type { Page } from '../api/views.ts'

/** The timeline for windows. Types only. Times are milliseconds since 1970 UTC. */

/** Kind of a message, and its present state. */
export interface MessageFate extends Because {
  readonly as: 'said' | 'asked' | 'replied'
  readonly priority: Priority
  readonly thread: MessageId
  readonly state: MessageState
  readonly stateAt: number
  /** Number of the turn that read it. */
  readonly turn: number | null
  /** Its receiver was permanently deleted. */
  readonly isGone: boolean
}

/** The text that led to an entry. */
export interface TimelineCause {
  /** The entry answers it, or was done by the turn that it started. */
  readonly how: 'answers' | 'began'
  readonly from: Actor
  readonly message: MessageId
  /** First line. */
  readonly words: string
}

/** A turn that an entry started. */
export interface TimelineTurn {
  readonly agent: AgentId
  readonly n: number
  /** Null while it runs, and if no price was reported. */
  readonly costUsd: number | null
  /** All kinds; null while it runs. */
  readonly tokens: number | null
}

export interface TimelineRow extends Omit<TimelineEntry, 'owner' | 'agents'> {
  /** Increases with time, with gaps. */
  readonly n: number
  /** Null for other kinds, and if it was deleted with its receiver. */
  readonly message: MessageFate | null
  readonly cause: TimelineCause | null
  /** Turns that it started. */
  readonly turns: readonly TimelineTurn[]
  /** Tokens of those turns, or of the turn that said it in a gathering; null if unknown. */
  readonly tokens: number | null
}

/** Newest first. */
export interface TimelinePage extends Page<TimelineRow> {
  /** Number of matching rows, counted up to `countedRows`; null for later pages. */
  readonly total: number | null
}

/** Counting is capped, since it walks through all rows. */
export const countedRows = 1000

/** The newest ones. */
export const exportedRows = 20_000

export interface TimelineExport {
  readonly name: string
  readonly text: string
  readonly rows: number
  /** Older rows are left out. */
  readonly isCut: boolean
}
