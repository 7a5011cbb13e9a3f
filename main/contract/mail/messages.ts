import type { GatheringId, PieceCall } from '../gatherings/gatherings.ts'
import type { Attachment } from './attachments.ts'
import type { LineComment } from '../folders/line-comments.ts'
import type { Crossed } from '../links/links.ts'
import type { HandlerRecord, HandlerName } from '../handlers/handlers.ts'
import type { PieceTurn } from '../fleet/machines.ts'
import type { MessageReason } from './message-reasons.ts'
import type { AgentId, Author, MessageId, TurnId } from '../api/model.ts'
import type { Priority } from './priorities.ts'
import type { Spoken } from '../gatherings/utterances.ts'

/** Types only. Times are milliseconds since 1970 UTC. */

/**
 * Why a message is held, which determines what the user can do. `handler`: by a rule of the user.
 * `answering`: a rule is about to answer it; the user need not act. `restored`: it was waiting when a backup
 * was made, and may have been read since.
 */
export type Hold =
  | 'loop'
  | 'consent'
  | 'policy'
  | 'interrupted'
  | 'paused'
  | 'handler'
  | 'answering'
  | 'restored'
/**
 * How a message reached a model: as the prompt of its turn, steered into a running turn, instead of a running
 * turn, in front of another prompt, as a reminder, or in the result of a waiting tool call.
 */
export type DeliveryMode = 'began' | 'steered' | 'interjected' | 'absorbed' | 'reminded' | 'awaited'
/** Why a message was delivered before an earlier one. */
export type OrderException = 'priority' | 'hand'
/** `reason` and `stateAt` say why and since when. */
export type MessageState =
  | 'queued'
  | 'held'
  | 'written'
  | 'read'
  | 'answered'
  | 'withdrawn'
  | 'expired'
  | 'dropped'
  | 'undeliverable'

export interface Reply {
  /** The message that delivered it; null if the asker has no mailbox (the user) or is gone. */
  readonly message: MessageId | null
  readonly text: string
  readonly at: number
  /** The final text of the ticket's turn, instead of a call of `reply_to_agent`. */
  readonly implicit: boolean
  readonly metadata: Readonly<Record<string, string>>
}

/** A stored message from one participant to one agent. One that expects a reply is a ticket. */
export interface Message {
  readonly id: MessageId
  /** Order of acceptance in the whole app, from 1. */
  readonly seq: number
  /** The user's own order among their queued messages; by default `seq`. */
  readonly place?: number
  readonly from: Author
  /** At acceptance. */
  readonly fromName: string
  readonly to: AgentId
  /** At most 1 MiB of UTF-8; empty only with attachments. */
  readonly body: string
  /** Sent by the user; absent: none. */
  readonly attachments?: readonly Attachment[]
  /** The user's line comments that its text was made from; absent: none. */
  readonly comments?: readonly LineComment[]
  readonly priority: Priority
  /** Id of the first message in its thread; its own id if it begins one. */
  readonly thread: MessageId
  readonly replyTo: MessageId | null
  /** The crossing that delivered it over a link; null if it was sent directly. */
  readonly crossed: Crossed | null
  /** Its data if it belongs to a gathering, else null. Such a message is always absorbed. */
  readonly spoken: Spoken | null
  /** What a circle of this machine asks an agent of another machine. */
  readonly piece?: PieceCall & Pick<PieceTurn, 'beats' | 'ms'>
  /** The circle of another machine that this prompt is from and that gets the answer. */
  readonly asks?: {
    readonly gathering: GatheringId
    readonly topic: string
    readonly turn: PieceTurn
    /**
     * Who gets the piece after the answer, as chosen with the tool: a name, or null for the next in order;
     * absent: not chosen.
     */
    readonly passing?: string | null
  }
  /** A message to several receivers, each with its own copy; `to`: their common name. */
  readonly broadcast?: { readonly to: string }
  /** To another machine: that machine's id of the message that this one replies to. */
  readonly goesOn?: GoesOn
  /** Start of the message in `replyTo`; may be empty. */
  readonly quoted: string
  /** The reply, or a later one, to the ticket `replyTo`. */
  readonly isReply: boolean
  /** A ticket: its sender is informed about it until it is answered or ends. */
  readonly expectsReply: boolean
  /** Of a ticket. */
  readonly reply: Reply | null
  /** Messages that began the turn in which this was sent, or were steered into it. */
  readonly causes: readonly MessageId[]
  /** 0 from the user, else 1 + the greatest depth among the causes. */
  readonly depth: number
  readonly metadata: Readonly<Record<string, string>>
  readonly idempotencyKey: string | null
  readonly acceptedAt: number
  readonly state: MessageState
  readonly stateAt: number
  /** Null if the state explains itself. */
  readonly reason: MessageReason | null
  readonly hold: Hold | null
  /** The user's choice: steer it in at the next tool call, whatever its priority. */
  readonly now: boolean
  /** The card that asked the user: when, and whether they (or a minute without an answer) chose Later. */
  readonly card: { readonly at: number; readonly later: boolean } | null
  /** Why it was delivered before earlier messages. */
  readonly ahead: OrderException | null
  /** A ticket that was read and not answered has been sent again. */
  readonly reminded: boolean
  /** The process has the frame in its input but has not read it. */
  readonly inInput: boolean
  /** The turn that read it. */
  readonly turn: TurnId | null
  /** Null: no handler of its receiver matched. */
  readonly handled: HandlerRecord | null
  /** The sender's handler that wrote it, or null. */
  readonly byHandler: HandlerName | null
  /** How often a process died while this message was in flight. */
  readonly deaths: number
}

/** The receiver's machine knows it as one of its own messages, or as one of the sender's. */
type GoesOn = { readonly yours: MessageId } | { readonly mine: MessageId }
