import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { CrossingId, Link, LinkDelivery, LinkId } from '../../contract/links/links.ts'
import type { GoesOn } from '../../contract/mail/messages.ts'
import type { AgentId, MessageId, TurnId } from '../../contract/api/model.ts'
import type { Priority } from '../../contract/mail/priorities.ts'
import type { AskedTurn, HouseName, Standing, WireCircle, WireSender } from '../../contract/fleet/houses.ts'

/** What machines tell each other, as the bodies of envelopes. Types only; their shapes are in wire-shapes. */

/** Words to one agent of another house. Ids are those of the house that sends, but for `yours`. */
export interface WireMail {
  readonly id: MessageId
  readonly from: WireSender
  readonly to: AgentId
  readonly body: string
  readonly priority: Priority
  readonly expectsReply: boolean
  readonly isReply: boolean
  /** The message that it goes on from: one of the receiver's house (`yours`), or an earlier one of this sender's. */
  readonly replyTo: GoesOn | null
  readonly depth: number
  readonly metadata: Readonly<Record<string, string>>
  /** The link of the sender's house that it crossed, and as what; absent: none. Who spoke is the sender then, or is only named. */
  readonly crossed?: WireCrossed | undefined
  /** The circle of the sender's house that it is of; absent: none. */
  readonly seat?: WireSeatMail | undefined
}

/** What of a circle words are: `ask` has the piece, and its answer is said there; `words` were said there, or are told of it. */
export interface WireSeatMail {
  readonly gathering: GatheringId
  readonly as: 'ask' | 'words'
  /** Number of the seat that spoke; null: the host, or the circle itself. */
  readonly number: number | null
  /** The turn with the piece in which it asks, and which beat of it; null: it asks nothing. */
  readonly turn: AskedTurn | null
}

/** A house keeps a seat in its circle for an agent of another, or for its person, or does so no more. */
export interface WireSeat {
  readonly gathering: GatheringId
  readonly topic: string
  /** Who convened it. */
  readonly by: string
  readonly member: AgentId
  readonly seated: boolean
  /** The circle stands still; absent: it does not. */
  readonly paused?: true | undefined
  /** A person is asked to sit there, anew where they had left; absent: it only tells how the circle stands. */
  readonly asks?: true | undefined
  /** For a person: how it stands; absent: an older Janus says nothing of that, nor whether it asks. */
  readonly circle?: WireCircle | undefined
}

/** The house of that agent: it sits there, or not (any more). */
export interface WireSeatAct {
  readonly gathering: GatheringId
  readonly member: AgentId
  readonly act: 'taken' | 'left'
}

/** A house could not read what it was told: its Janus is of another version. */
export interface WirePassedOver {
  /** Kind of that envelope. */
  readonly kind: string
  /** Of the Janus that could not, as "0.1.0". */
  readonly version: string
}

/** How words came over a link, by the house that keeps it. */
export interface WireCrossed {
  readonly link: LinkId
  readonly crossing: CrossingId
  readonly turnNumber: number
  readonly carriage: Exclude<LinkDelivery, 'paused'>
}

/** A member of a link: an agent of that house. */
export interface WireMember {
  readonly house: HouseName
  readonly id: AgentId
  readonly name: string
}

/** How a link stands, told by the house that keeps it to each house that has a member. */
export interface WireLink extends Pick<
  Link,
  'mode' | 'budget' | 'budgetGranted' | 'budgetUsed' | 'episode' | 'stoppedByLoop'
> {
  readonly link: LinkId
  readonly members: readonly WireMember[]
  /** Ids of members that absorb whatever the mode says. */
  readonly muted: readonly AgentId[]
  readonly purpose: { readonly name: string; readonly text: string } | null
  /** Who opened it. */
  readonly opened: string
  /** Who closed it, and why; null: it is open. */
  readonly closed: { readonly name: string; readonly why: string } | null
  /** No more episodes begin by words in other houses before the person of its own has a word; absent: some may. */
  readonly spent?: true | undefined
}

/** What is done about a link in the house of a member: its person is asked, it takes part, or not (any more), lowers its side, or has a word of its person. */
export interface WireLinkAct {
  readonly link: LinkId
  readonly member: AgentId
  readonly act: 'asked' | 'joined' | 'left' | 'absorb' | 'link' | 'word'
}

/** What an agent concluded, told to the house that keeps links of its. */
export interface WireSaid {
  readonly links: readonly LinkId[]
  readonly member: AgentId
  readonly turn: TurnId
  readonly turnNumber: number
  /** Empty: it had nothing to add. */
  readonly text: string
  readonly depth: number
  /** Members of these links that have been given these words already. */
  readonly except: readonly Pick<WireMember, 'house' | 'id'>[]
}

/** What became of a message, told to the house of its sender. */
export interface WireReceipt {
  /** Its id there, where it was sent. */
  readonly message: MessageId
  readonly stands: Standing
  /** The turn that read it, by its number; null: none, or none any more. */
  readonly turn: number | null
  /** Nothing more becomes of it there. */
  readonly isOver: boolean
  /** Why it stands so, in words; empty where that says it all. */
  readonly why: string
  /** For a ticket that was answered. */
  readonly reply: {
    readonly text: string
    readonly implicit: boolean
    readonly metadata: Readonly<Record<string, string>>
  } | null
}

/** What machines tell each other: the body of an envelope, by its kind. */
export interface WireBodies {
  readonly mail: WireMail
  readonly receipt: WireReceipt
  /** The sender of that message takes it back. */
  readonly withdrawn: { readonly message: MessageId }
  readonly link: WireLink
  readonly 'link.act': WireLinkAct
  readonly 'link.said': WireSaid
  /** The receiver has no part in that link, or there is no such link. */
  readonly 'link.gone': Pick<WireLink, 'link'>
  readonly seat: WireSeat
  readonly 'seat.act': WireSeatAct
  /** The sender could not read what it was told. */
  readonly 'passed.over': WirePassedOver
  /** The log begins again at 1; `answer`: because the other one's did. */
  readonly life: { readonly why: 'start' | 'set back' | 'answer' }
  /** In the place of something that a newer one has replaced, so that no number is missing. */
  readonly nothing: null
}

/** The kind of an envelope. */
export type WireKind = keyof WireBodies
