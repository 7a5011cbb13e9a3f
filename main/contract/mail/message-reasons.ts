import type { ActionTaken } from '../handlers/handlers.ts'
import type { MachineName, RemoteMessageState } from '../fleet/machines.ts'
import type { WaitReason } from './wait-words.ts'

/** Why messages are in their states. Types only; `message-words` has the texts. */

/** What the user did with a message. `mooted`: changed the policy or permission that held it. */
export type UserAction =
  | 'hastened'
  | 'promoted'
  | 'demoted'
  | 'postponed'
  | 'handled'
  | 'closed'
  | 'withdrawn'
  | 'released'
  | 'allowed'
  | 'mooted'
  | 'interrupted'
  | 'handedOver'

/**
 * What happened to the link that a message crosses. `gathering`: it rests while a member sits in one; `left`:
 * it continues without the receiver.
 */
export type LinkEvent = 'paused' | 'rests' | 'gathering' | 'wentOn' | 'closed' | 'left'

/** How a turn without a reply ended. `cut`: by a newer prompt. `detail`: the error's own text. */
export type TurnEnd =
  | { readonly kind: 'interrupted' | 'cut' }
  | { readonly kind: 'broken'; readonly detail: string }

export type MessageReason =
  | { readonly kind: 'hand'; readonly act: UserAction }
  /** Sent again by the user; `before`: the earlier reason. */
  | { readonly kind: 'nudged'; readonly before: MessageReason | null }
  /** Its card was not answered, which counts as Later. */
  | { readonly kind: 'cardOver' }
  | { readonly kind: 'link'; readonly act: LinkEvent }
  /** Its link holds back at most `most` messages, and newer ones came. */
  | { readonly kind: 'crowdedOut'; readonly most: number }
  /** Replaced by a newer message of Janus about the same. */
  | { readonly kind: 'superseded' }
  /** The loop guard: this many messages in a row between agents. */
  | { readonly kind: 'depth'; readonly depth: number }
  /** The loop guard: more than this many per minute between the two. */
  | { readonly kind: 'rate'; readonly cap: number }
  /** The loop guard: too many broadcasts, by its sender or all agents. */
  | { readonly kind: 'broadcast' }
  /** The loop guard: the same text repeatedly between the two. */
  | { readonly kind: 'sameWords' }
  /** Its receiver has stricter permissions than its sender. */
  | { readonly kind: 'consent'; readonly receiver: string; readonly sender: string }
  /** From a machine whose agents the receiver accepts only after the user's click. */
  | { readonly kind: 'firstTimeSender'; readonly receiver: string; readonly sender: string }
  /**
   * State on the receiver's machine, as last reported (`why`, `turn`: of the turn there). `on its way`: not
   * there yet, or not reported.
   */
  | {
      readonly kind: 'away'
      readonly machine: MachineName
      readonly stands: RemoteMessageState | 'on its way'
      readonly turn: number | null
      readonly why: string
    }
  /** Its receiver asks the user first. */
  | { readonly kind: 'policy'; readonly receiver: string }
  /** A handler of its receiver. */
  | { readonly kind: 'handler'; readonly name: string; readonly action: ActionTaken }
  /** Absorbed: its receiver's anchor came first. */
  | { readonly kind: 'anchored' }
  /** It was waiting when the restored backup was made (milliseconds). */
  | { readonly kind: 'restored'; readonly at: number }
  | { readonly kind: 'diedUnread' }
  | { readonly kind: 'deaths'; readonly count: number }
  /** Read in the result of the tool call that waited for it. */
  | { readonly kind: 'awaited' }
  /** A ticket read in this turn and not answered; `end`: what ended the turn before a reply. */
  | { readonly kind: 'unanswered'; readonly turn: number; readonly end: TurnEnd | null }
  /** A ticket sent again, in this turn, and not answered. */
  | { readonly kind: 'askedAgain'; readonly turn: number }
  /** A ticket whose turn failed and is retried. */
  | { readonly kind: 'triedAgain'; readonly detail: string }
  /** A ticket that nobody answered in time. */
  | { readonly kind: 'expired'; readonly read: boolean }
  | { readonly kind: 'mailboxFull' }
  /** A notice about a ticket that was answered before the notice was read. */
  | { readonly kind: 'answeredFirst' }
  | { readonly kind: 'agentDeleted' }
  /** Its receiver has no seat in the remote circle that it is about. */
  | { readonly kind: 'seatLeft' }
  /** The user has not decided about its receiver's seat there. */
  | { readonly kind: 'seatAsked' }
  /** The turn that read it ended early. */
  | { readonly kind: 'ended'; readonly end: TurnEnd }

/** Why a message is in its state, and what it waits for; null if the state explains itself. */
export interface Because {
  readonly reason: MessageReason | null
  readonly waitReason: WaitReason | null
}
