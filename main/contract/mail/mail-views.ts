import type { Attachment } from './attachments.ts'
import type { LinkId } from '../links/links.ts'
import type { Because } from './message-reasons.ts'
import type { MessageId } from '../api/model.ts'
import type { Message, MessageState } from './messages.ts'
import type { Priority } from './priorities.ts'
import type { ReplyText } from '../api/reports.ts'

/** An undelivered message of an agent, shown beside the composer. */
export interface PendingView
  extends
    Pick<
      Message,
      | 'id'
      | 'from'
      | 'fromName'
      | 'state'
      | 'stateAt'
      | 'inInput'
      | 'acceptedAt'
      | 'priority'
      | 'thread'
      | 'replyTo'
      | 'hold'
      | 'now'
      | 'ahead'
      | 'crossed'
    >,
    Because {
  /** First 280 characters; without text, the names of the attachments. */
  readonly preview: string
  readonly bytes: number
  /** Absent: none. */
  readonly attachments?: readonly Attachment[]
  readonly expectsReply: boolean
  /**
   * Lower is read first; at equal rank the user's own messages in their order, then all others by arrival.
   */
  readonly rank: number
  /** Its rank if the user gave it another priority. */
  readonly ranks: Readonly<Record<Priority, number>>
  /** Starts no turn; sent with the agent's next prompt. */
  readonly absorbed: boolean
  /** It asks the user: Handle now, Later, View. `until`: milliseconds when no answer counts as Later. */
  readonly card: { readonly until: number; readonly canStopTool: boolean } | null
  /** Shown as a banner while the user is typing or in a conversation. */
  readonly banner: boolean
}

/** A ticket that its receiver has read but not answered. */
export interface OwedView extends Pick<
  Message,
  'id' | 'from' | 'fromName' | 'acceptedAt' | 'reason' | 'reminded'
> {
  readonly preview: string
  /** Number of the turn that read it. */
  readonly turn: number | null
  readonly expiresAt: number
}

/** Stored fields that are shown, in this order. */
export const messageFields = [
  'id',
  'seq',
  'from',
  'to',
  'inInput',
  'replyTo',
  'isReply',
  'expectsReply',
  'priority',
  'thread',
  'ahead',
  'depth',
  'metadata',
  'crossed',
  'stateAt',
  'acceptedAt',
  'handled',
  'byHandler',
  'state',
] as const satisfies readonly (keyof Message)[]

/** Times in milliseconds. */
export interface MessageView extends Pick<Message, (typeof messageFields)[number]>, Because {
  /** Present names, or those at acceptance. */
  readonly fromName: string
  readonly toName: string
  /** Absent: none. */
  readonly attachments?: readonly Attachment[]
  /** The text from `offset` on, at most 64 KiB. */
  readonly text: string
  readonly offset: number
  /** Offset of the rest, or null; in UTF-16 units. */
  readonly next: number | null
  /** Number of the turn that read it, from 1; null if no longer known. */
  readonly turn: number | null
}

/** `n`: position in its thread, from 1. */
export interface ThreadRow extends MessageView {
  readonly n: number
}

export const ticketStates = ['open', 'answered', 'expired', 'withdrawn', 'dropped', 'undeliverable'] as const
/** `open`: not answered yet, whatever the state of its message. */
export type TicketState = (typeof ticketStates)[number]

/** For its asker and its receiver; times in milliseconds. */
export interface TicketView extends Pick<
  MessageView,
  'id' | 'from' | 'fromName' | 'to' | 'toName' | 'thread' | 'reason'
> {
  readonly state: TicketState
  /** First 280 characters of the question. */
  readonly preview: string
  readonly askedAt: number
  readonly expiresAt: number
  /** State of its message. */
  readonly message: MessageState
  readonly reply: ReplyView | null
}

/** `at`: milliseconds. */
export interface ReplyView {
  /** The message that delivered it; null for the user, and if the asker is gone. */
  readonly messageId: MessageId | null
  readonly text: string
  readonly implicit: boolean
  /** Written by a handler of the user, not by the agent. */
  readonly byRule: boolean
  readonly at: number
  readonly metadata: Readonly<Record<string, string>>
}

export interface WrittenView extends MessageView {
  readonly reply: ReplyView | null
}

/** Answer of a long poll for a reply. */
export interface ReplyReport {
  readonly ticketId: MessageId
  readonly state: TicketState
  readonly reply: ReplyText | null
  /** Why there is no reply (yet). */
  readonly reason: string
}

/** In order of acceptance; an agent gets only what it sent and received. */
export interface Thread {
  readonly thread: MessageId
  readonly messages: readonly MessageView[]
  readonly next: number | null
}

/** A message in a chain between agents. */
export interface ChainLink {
  readonly id: MessageId
  readonly from: string
  readonly to: string
  /** First 120 characters, with an ellipsis if it is longer. */
  readonly preview: string
  readonly depth: number
  /** Milliseconds. */
  readonly at: number
}

/** `delivered`: written, or safely queued. */
export interface SendResult {
  readonly delivered: boolean
  readonly state: MessageState
  readonly messageId: MessageId
  /** Position in the receiver's mailbox, from 1, when queued. */
  readonly position?: number
  readonly reason?: string
  /** The message's id, when a reply is expected. */
  readonly ticketId?: MessageId
  /** With `awaitMs`, if it came in time. */
  readonly reply?: ReplyText
  /** With `awaitMs`: why the wait ended without a reply, which will come as a message. */
  readonly awaited?: 'late' | 'mail' | 'peer' | 'over'
  /** The link of the two: opened by this message, or before. */
  readonly linkId?: LinkId
  /** The link that this message closed. */
  readonly closedLinkId?: LinkId
  /** The receiver's name, if it was addressed differently. */
  readonly to?: string
  /** The receiver's present name, if an old one was used. */
  readonly renamed?: string
}

export interface BroadcastSent {
  /** The receiver's name. */
  readonly to: string
  readonly delivered: boolean
  /** Null: nothing was sent, `reason` says why. */
  readonly state: MessageState | null
  readonly messageId: MessageId | null
  readonly reason?: string
  readonly ticketId?: MessageId
}

export interface BroadcastResult {
  readonly sent: readonly BroadcastSent[]
}

/** Excludes what Janus itself only adds to the next prompt. */
export const countsAsWaiting = ({ from, absorbed }: Pick<PendingView, 'from' | 'absorbed'>): boolean =>
  from.kind !== 'system' || !absorbed
