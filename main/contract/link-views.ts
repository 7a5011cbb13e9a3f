import type { TicketState } from './mail-views.ts'
import type { Because } from './message-reasons.ts'
import type { AgentId, AgentStatus, MessageId, MessageState, Needs } from './model.ts'
import type { Crossing, Heartbeat, Link, Sent } from './ties.ts'

/**
 * Why nothing crosses a link that is open. `budget`: used up, until *Extend* or the person's next word to a member.
 * `loop`: the person closed a message that the loop guard held. `off`: the person has switched all links off.
 */
export type Rest = 'budget' | 'loop' | 'off' | 'gathering'

/** A link as the window shows it; times in ms. */
export interface LinkView extends Pick<
  Link,
  | 'id'
  | 'members'
  | 'mode'
  | 'mutedMembers'
  | 'budget'
  | 'budgetUsed'
  | 'budgetGranted'
  | 'episode'
  | 'crossings'
  | 'costUsd'
  | 'closed'
> {
  readonly opened: Link['opened']
  readonly rests: Rest | null
  /** Crossings that a pause keeps back now. */
  readonly kept: number
}

/** What became of a crossing at one receiver; times in ms. */
export interface SentView extends Sent, Because {
  readonly state: MessageState
  readonly stateAt: number
  readonly inInput: boolean
  /** Number of the turn that read it. */
  readonly turn: number | null
}

/** A crossing as the window shows it; times in ms, the text at most 64 KiB. */
export interface CrossingView extends Omit<Crossing, 'sent'> {
  readonly words: number
  readonly sent: readonly SentView[]
}

/** A heartbeat as the window shows it; times in ms. */
export interface HeartbeatView extends Pick<
  Heartbeat,
  'id' | 'agent' | 'intent' | 'note' | 'set' | 'every' | 'dueAt' | 'reason' | 'left' | 'fired' | 'costUsd'
> {
  readonly state: Heartbeat['state']
  /** The agent, or the ticket and its first words. */
  readonly about: { readonly id: AgentId | MessageId; readonly name: string } | null
}

/** One that has not ended. */
export interface RunningHeartbeat extends HeartbeatView {
  readonly state: 'armed' | 'paused' | 'resting' | 'held'
}

/** One thing that an agent said or did. */
export interface LookItem {
  readonly n: number
  /** Number of its turn, from 1; null outside of turns. */
  readonly turn: number | null
  readonly kind: 'text' | 'tool' | 'result'
  readonly text: string
  /** ISO 8601 UTC. */
  readonly at: string
}

/** A look at an agent, without asking it. Thoughts are never shown. */
export interface SessionLook {
  readonly agent: string
  readonly status: AgentStatus
  readonly since: string
  readonly needs: Needs
  /** The final text of its last turn that was no housekeeping: the first 300 characters. */
  readonly lastFinal: { readonly text: string; readonly at: string } | null
  /** Open tickets between the caller and it. */
  readonly tickets: readonly {
    readonly id: MessageId
    readonly from: string
    readonly to: string
    readonly preview: string
    readonly state: TicketState
  }[]
  /** Newest first, 20 and 32 KiB at most unless fewer were asked for; null where the caller may not see them. */
  readonly items: readonly LookItem[] | null
  /** Cursor of what is older, or null. */
  readonly next: number | null
  /** Why `items` is null, and what would change that. */
  readonly why?: string
}
