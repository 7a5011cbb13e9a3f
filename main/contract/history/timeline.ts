import type { Because } from '../mail/message-reasons.ts'
import type { MessageState } from '../mail/messages.ts'
import type { Actor, AgentId, MessageId } from '../api/model.ts'
import type { TimelineEntry } from './timeline-entries.ts'
import type { Priority } from '../mail/priorities.ts'
import type { Page } from '../api/views.ts'

/** The timeline as windows show it. Types only. Times are milliseconds since 1970 UTC. */

/** How a message was meant, and what became of it by now. */
export interface MessageFate extends Because {
  readonly as: 'said' | 'asked' | 'replied'
  readonly priority: Priority
  readonly thread: MessageId
  readonly state: MessageState
  readonly stateAt: number
  /** Number of the turn that read it. */
  readonly turn: number | null
  /** Its tab, where it is not its receiver's any more: it was deleted. */
  readonly isGone: boolean
}

/** Words that led to an entry. */
export interface TimelineCause {
  /** It answers them; or the turn that they began did it. */
  readonly how: 'answers' | 'began'
  readonly from: Actor
  readonly message: MessageId
  /** Their first line. */
  readonly words: string
}

/** What an entry began, and what that cost. */
export interface TimelineTurn {
  readonly agent: AgentId
  readonly n: number
  /** Null while it runs, and where it told no price. */
  readonly costUsd: number | null
  /** Tokens of all kinds; null while it runs. */
  readonly tokens: number | null
}

/** A row of the timeline. */
export interface TimelineRow extends Omit<TimelineEntry, 'owner' | 'agents'> {
  /** Its place, which grows with time; not without gaps. */
  readonly n: number
  /** For a message, unless it was deleted with its receiver. */
  readonly message: MessageFate | null
  readonly cause: TimelineCause | null
  /** Turns that it began. */
  readonly turns: readonly TimelineTurn[]
  /** Tokens of these, or of the turn that said it in a gathering; null where nothing is known. */
  readonly tokens: number | null
}

/** One page of the timeline, newest first. */
export interface TimelinePage extends Page<TimelineRow> {
  /** How many rows fit in all, counted up to `countedRows`; null for a page further back. */
  readonly total: number | null
}

/** So far rows are counted, which would else cost a walk through all of them. */
export const countedRows = 1000

/** Most rows of an export: the newest. */
export const exportedRows = 20_000

/** The timeline as a file. */
export interface TimelineExport {
  readonly name: string
  readonly text: string
  readonly rows: number
  /** There are older ones that it leaves out. */
  readonly isCut: boolean
}
