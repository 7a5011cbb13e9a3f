import type { ActionTaken } from '../handlers/handlers.ts'
import type { MachineName, RemoteMessageState } from '../fleet/machines.ts'
import type { WaitReason } from './wait-words.ts'

/** Why messages stand as they do, as facts. Types only: `message-words` says them. */

/** What the user's hand did to a message. `mooted`: they changed the policy or the rights that held it. */
export type HandAct =
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

/** What the link did that a message crosses. `gathering`: it rests, because a member sits in one; `left`: it goes on without its receiver. */
export type LinkAct = 'paused' | 'rests' | 'gathering' | 'wentOn' | 'closed' | 'left'

/** How a turn ended that brought no answer. `cut`: by a newer prompt. `detail`: a fault's own words. */
export type TurnEnd =
  | { readonly kind: 'interrupted' | 'cut' }
  | { readonly kind: 'broken'; readonly detail: string }

/** Why a message is in its state. */
export type MessageReason =
  | { readonly kind: 'hand'; readonly act: HandAct }
  /** Put once more by the user; `before`: what was said of it until then. */
  | { readonly kind: 'nudged'; readonly before: MessageReason | null }
  /** Its card was not answered, which counts as Later. */
  | { readonly kind: 'cardOver' }
  | { readonly kind: 'link'; readonly act: LinkAct }
  /** Its link keeps only so many back, and newer ones came. */
  | { readonly kind: 'crowdedOut'; readonly most: number }
  /** Newer words of Janus about the same took its place. */
  | { readonly kind: 'superseded' }
  /** The loop guard: so many messages in a row between agents. */
  | { readonly kind: 'depth'; readonly depth: number }
  /** The loop guard: more than so many a minute between the two. */
  | { readonly kind: 'rate'; readonly cap: number }
  /** The loop guard: too many messages to many, its sender's or all agents'. */
  | { readonly kind: 'broadcast' }
  /** The loop guard: the same words again and again between the two. */
  | { readonly kind: 'sameWords' }
  /** Its receiver asks for fewer permissions than its sender. */
  | { readonly kind: 'consent'; readonly receiver: string; readonly sender: string }
  /** It comes from another machine, of whose agents the receiver takes words only after the user's click. */
  | { readonly kind: 'firstTimeSender'; readonly receiver: string; readonly sender: string }
  /**
   * It is for an agent of another machine, and stands there so, by the machine's last word (`why`, `turn`: of its turn there).
   * `on its way`: not there yet, or nothing was heard of it.
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
  /** A handler of its receiver's, by its name, did this with it. */
  | { readonly kind: 'handler'; readonly name: string; readonly action: ActionTaken }
  /** It is absorbed: its receiver's anchor came first. */
  | { readonly kind: 'anchored' }
  /** It waited in a backup of this time (ms), which was restored. */
  | { readonly kind: 'restored'; readonly at: number }
  | { readonly kind: 'diedUnread' }
  | { readonly kind: 'deaths'; readonly count: number }
  /** Read in the result of the tool call that waited for it. */
  | { readonly kind: 'awaited' }
  /** A ticket that was read in this turn and not answered; `end`: what ended the turn before an answer. */
  | { readonly kind: 'unanswered'; readonly turn: number; readonly end: TurnEnd | null }
  /** A ticket that was put once more, in this turn, and not answered. */
  | { readonly kind: 'askedAgain'; readonly turn: number }
  /** A ticket whose turn broke off and is tried again. */
  | { readonly kind: 'triedAgain'; readonly detail: string }
  /** A ticket that nobody answered in time. */
  | { readonly kind: 'expired'; readonly read: boolean }
  | { readonly kind: 'mailboxFull' }
  /** A notice about a ticket that was answered before the notice was read. */
  | { readonly kind: 'answeredFirst' }
  | { readonly kind: 'agentDeleted' }
  /** It does not sit in the circle of another machine that it is of. */
  | { readonly kind: 'seatLeft' }
  /** The user has not said whether it sits there. */
  | { readonly kind: 'seatAsked' }
  /** The turn that read it ended without settling it well. */
  | { readonly kind: 'ended'; readonly end: TurnEnd }

/** Why a message is as it is: what became of it, and what it waits for; null where its state says it all. */
export interface Because {
  readonly reason: MessageReason | null
  readonly waits: WaitReason | null
}
