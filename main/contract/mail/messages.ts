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

/** Words on their way between participants. Types only. Times are milliseconds since 1970 UTC. */

/**
 * Why a message is held, and so what the user may do about it. `handler`: a rule of theirs says so. `answering`: a rule
 * is about to answer it, and asks nothing of them. `restored`: it waited in a backup, and may have been read since.
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
 * How words came to a model: as a prompt that began its turn, steered into a running one, in place of a running
 * one, put before another prompt, as a reminder of what was read before, or in the result of a waiting tool call.
 */
export type DeliveryMode = 'began' | 'steered' | 'interjected' | 'absorbed' | 'reminded' | 'awaited'
/** Why a message went ahead of one that was accepted before it. */
export type OrderException = 'priority' | 'hand'
/** Exactly one at any time; `reason` and `stateAt` say why and since when. */
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

/** The answer to a ticket. */
export interface Reply {
  /** The message that brought it to the asker; null where the asker has no mailbox (the user) or is gone. */
  readonly message: MessageId | null
  readonly text: string
  readonly at: number
  /** The final text of the turn that the ticket began, instead of words given to `reply_to_agent`. */
  readonly implicit: boolean
  readonly metadata: Readonly<Record<string, string>>
}

/** A durable envelope from one participant to one agent. One that expects a reply is a ticket. */
export interface Message {
  readonly id: MessageId
  /** Order of acceptance over the whole app, from 1. */
  readonly seq: number
  /** Where the user has put it among their own words that wait; without it, by `seq`. */
  readonly place?: number
  readonly from: Author
  /** The sender's name when it was accepted. */
  readonly fromName: string
  readonly to: AgentId
  /** The words, at most 1 MiB of UTF-8; empty only where something is attached. */
  readonly body: string
  /** Pictures and files that the user sent with it; absent: none. */
  readonly attachments?: readonly Attachment[]
  /** The user's comments on lines of which its words are made; absent: none. */
  readonly comments?: readonly LineComment[]
  readonly priority: Priority
  /** The first message of the conversation that it belongs to; its own id when it begins one. */
  readonly thread: MessageId
  /** Message that this one goes on from, if any. */
  readonly replyTo: MessageId | null
  /** The crossing that brought it over a link; null for words that were sent. */
  readonly crossed: Crossed | null
  /** The gathering whose words it brings; null for all others. Such a message is always absorbed. */
  readonly spoken: Spoken | null
  /** What a circle of ours asks an agent of another machine with it. */
  readonly piece?: PieceCall & Pick<PieceTurn, 'beats' | 'ms'>
  /** The circle of another machine that asks with it: its answer is said there. */
  readonly asks?: {
    readonly gathering: GatheringId
    readonly topic: string
    readonly turn: PieceTurn
    /** To whom its agent passes the piece with the answer, as it said by the tool: a name, null for the next in order; absent: it said nothing. */
    readonly passing?: string | null
  }
  /** It went to many, each their own message; `to`: what they are called together. */
  readonly broadcast?: { readonly to: string }
  /** For words to another machine: how that machine knows the message that they go on from. */
  readonly goesOn?: GoesOn
  /** The first words of what it goes on from; empty without `replyTo`. */
  readonly quoted: string
  /** It is the answer, or a later one, to the ticket `replyTo`. */
  readonly isReply: boolean
  /** It is a ticket: its sender is told what becomes of it, until it is answered or ends. */
  readonly expectsReply: boolean
  /** The ticket's answer, once there is one. */
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
  /** Why it is in this state; null where the state says it all. */
  readonly reason: MessageReason | null
  /** Set while it is held. */
  readonly hold: Hold | null
  /** The user's hand: steered in at the next tool boundary, whatever its priority (`send now`, steering). */
  readonly now: boolean
  /** The card that asked the user about it: when, and that they (or a minute without an answer) said Later. */
  readonly card: { readonly at: number; readonly later: boolean } | null
  /** It went before mail that was accepted earlier. */
  readonly ahead: OrderException | null
  /** A ticket that was read and not answered has been put once more. */
  readonly reminded: boolean
  /** The process has taken the frame into its input, but not read it yet. */
  readonly inInput: boolean
  /** Turn that read it. */
  readonly turn: TurnId | null
  /** What a handler of its receiver did with it; null: none met it. */
  readonly handled: HandlerRecord | null
  /** The handler of its sender's that wrote it, in place of the sender; null: none did. */
  readonly byHandler: HandlerName | null
  /** How often a process died while this message was in flight. */
  readonly deaths: number
}

/** How the machine of the receiver knows a message that another goes on from: as one of its own, or as one of the sender's. */
type GoesOn = { readonly yours: MessageId } | { readonly mine: MessageId }
