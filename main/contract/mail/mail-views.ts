import type { Attachment } from './attachments.ts'
import type { LinkId } from '../links/links.ts'
import type { Because } from './message-reasons.ts'
import type { MessageId } from '../api/model.ts'
import type { Message, MessageState } from './messages.ts'
import type { Priority } from './priorities.ts'
import type { ReplyText } from '../api/reports.ts'

/** A message that waits at an agent, as the window shows it beside the composer. */
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
  /** First 280 characters; of one without words the names of what is attached. */
  readonly preview: string
  readonly bytes: number
  /** Pictures and files that go with it; absent: none. */
  readonly attachments?: readonly Attachment[]
  readonly expectsReply: boolean
  /** The smaller is read first; within one, the user's own words in their order, all others as they came. */
  readonly rank: number
  /** What its rank would be with each priority, by the user's hand. */
  readonly ranks: Readonly<Record<Priority, number>>
  /** It is absorbed: it wakes nobody, and is put before whatever the agent is told next. */
  readonly absorbed: boolean
  /** It asks the user: Handle now, Later, View. `until`: when it takes silence for Later, in ms. */
  readonly card: { readonly until: number; readonly canStopTool: boolean } | null
  /** Worth a word while the user is writing or in conversation. */
  readonly banner: boolean
}

/** A ticket that its receiver has read and not answered yet. */
export interface OwedView extends Pick<
  Message,
  'id' | 'from' | 'fromName' | 'acceptedAt' | 'reason' | 'reminded'
> {
  readonly preview: string
  /** Number of the turn that read it. */
  readonly turn: number | null
  readonly expiresAt: number
}

/** What is shown of a message as it is kept, in this order. */
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

/** A message and what became of it; times in ms. */
export interface MessageView extends Pick<Message, (typeof messageFields)[number]>, Because {
  /** What its sender and its receiver are called now, or were when it was accepted. */
  readonly fromName: string
  readonly toName: string
  /** Pictures and files that go with it; absent: none. */
  readonly attachments?: readonly Attachment[]
  /** The part of the words from `offset` on, at most 64 KiB. */
  readonly text: string
  readonly offset: number
  /** Offset of the rest, or null. In UTF-16 units. */
  readonly next: number | null
  /** Number of the turn that read it, from 1; null where it is not known any more. */
  readonly turn: number | null
}

/** A message in its conversation; `n`: its place there, from 1. */
export interface ThreadRow extends MessageView {
  readonly n: number
}

/** What can become of a ticket. */
export const ticketStates = ['open', 'answered', 'expired', 'withdrawn', 'dropped', 'undeliverable'] as const
/** How a ticket stands. `open`: not answered yet, whatever became of it so far. */
export type TicketState = (typeof ticketStates)[number]

/** A ticket as its asker and its receiver see it; times in ms. */
export interface TicketView extends Pick<
  MessageView,
  'id' | 'from' | 'fromName' | 'to' | 'toName' | 'thread' | 'reason'
> {
  readonly state: TicketState
  /** First 280 characters of the question. */
  readonly preview: string
  readonly askedAt: number
  readonly expiresAt: number
  /** How its message stands. */
  readonly message: MessageState
  readonly reply: ReplyView | null
}

/** The words of a reply; the time in ms. */
export interface ReplyView {
  /** The message that brought them; null for the user, and where the asker is gone. */
  readonly messageId: MessageId | null
  readonly text: string
  readonly implicit: boolean
  /** A handler of the user's wrote it, not the agent. */
  readonly byRule: boolean
  readonly at: number
  readonly metadata: Readonly<Record<string, string>>
}

/** A message of the user's, with its answer. */
export interface WrittenView extends MessageView {
  readonly reply: ReplyView | null
}

/** What a long poll for a reply answers with. */
export interface ReplyReport {
  readonly ticketId: MessageId
  readonly state: TicketState
  readonly reply: ReplyText | null
  /** Why there is none (yet), in words. */
  readonly reason: string
}

/** A conversation in order of acceptance; an agent is shown what it sent and got. */
export interface Thread {
  readonly thread: MessageId
  readonly messages: readonly MessageView[]
  readonly next: number | null
}

/** One message of a chain between agents. */
export interface ChainLink {
  readonly id: MessageId
  readonly from: string
  readonly to: string
  /** First 120 characters, and an ellipsis where that is not all. */
  readonly preview: string
  readonly depth: number
  /** ms. */
  readonly at: number
}

/** The answer to a send: `delivered` is true when it is written or safely queued. */
export interface SendResult {
  readonly delivered: boolean
  readonly state: MessageState
  readonly messageId: MessageId
  /** Place in the receiver's mailbox, from 1, when queued. */
  readonly position?: number
  readonly reason?: string
  /** The message's id again, when a reply is expected. */
  readonly ticketId?: MessageId
  /** With `awaitMs`, when it came in time. */
  readonly reply?: ReplyText
  /** With `awaitMs`, why the wait ended without one; the reply will come as a message. */
  readonly awaited?: 'late' | 'mail' | 'peer' | 'over'
  /** The link that it went with: opened with it, or open before. */
  readonly linkId?: LinkId
  /** The link that it has closed behind itself. */
  readonly closedLinkId?: LinkId
  /** The receiver's name, when it was addressed by its id or in another spelling. */
  readonly to?: string
  /** The receiver's present name, when an old one was used. */
  readonly renamed?: string
}

/** What became of one of the messages to many. */
export interface BroadcastSent {
  /** The receiver's name. */
  readonly to: string
  readonly delivered: boolean
  /** Null: nothing was sent to it, `reason` says why. */
  readonly state: MessageState | null
  readonly messageId: MessageId | null
  readonly reason?: string
  readonly ticketId?: MessageId
}

/** The answer to a message to many. */
export interface BroadcastResult {
  readonly sent: readonly BroadcastSent[]
}

/** Whether it counts as waiting: not what Janus only wants to add to the next prompt. */
export const countsAsWaiting = ({ from, absorbed }: Pick<PendingView, 'from' | 'absorbed'>): boolean =>
  from.kind !== 'system' || !absorbed
