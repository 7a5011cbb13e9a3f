import type { AgentKind } from '../agents/kinds.ts'
import type { GatheringId, Phase, SpeakingTurnId } from '../gatherings/gatherings.ts'
import type { CrossingId, Link, LinkDelivery, LinkId } from '../links/links.ts'
import type { AgentId, AgentStatus, Look, MessageId, Needs, TurnId } from '../api/model.ts'
import type { Priority } from '../mail/priorities.ts'

/**
 * A fleet: several Januses, each a house with agents of its own, that write to each other over a server. Types only.
 * Times are milliseconds since 1970 UTC, by the clock of the house that tells them.
 */

/** What a house is called in its fleet: 1 to 24 of a–z, 0–9 and "-", beginning with a letter. */
export type HouseName = string

/**
 * Which life of a house's memory speaks to another house, 16 hexadecimal digits: the first eight count, the others are
 * chance. A restored or copied memory begins a life later than all that are known.
 */
export type Incarnation = string

/** One thing that a house tells another: numbered without gaps, so that nothing is missed or heard twice. */
export interface Envelope {
  /** Version of what envelopes mean, and the oldest one that understands this one. */
  readonly v: number
  readonly min: number
  readonly from: HouseName
  readonly to: HouseName
  readonly incarnation: Incarnation
  /** Place among all that `from` tells `to`, from 1. */
  readonly n: number
  /** How far `from` has heard `to`. */
  readonly heard: Heard
  readonly kind: string
  /** JSON. */
  readonly body: unknown
}

/** How far a house has been heard: all up to `n` of that incarnation is saved. `n` 0: nothing yet. */
export interface Heard {
  readonly incarnation: Incarnation
  readonly n: number
}

/** Whether agents of other houses may write to an agent: not at all (nor see it), after the person's click, or freely. */
export type Shared = 'no' | 'ask' | 'open'

/** An agent as its house shows it to others. */
export interface PeerAgent {
  readonly id: AgentId
  readonly name: string
  readonly kind: AgentKind
  readonly role: string
  readonly look: Look
  readonly status: AgentStatus
  readonly needs: Needs
  readonly shared: Exclude<Shared, 'no'>
  /** What its house calls it, where it cannot be called so here; absent: it is called so. */
  readonly announced?: string
}

/** What a house says of itself every few seconds. */
export interface Presence {
  readonly v: number
  readonly min: number
  /** Its Janus, as "0.1.0". */
  readonly version: string
  readonly incarnation: Incarnation
  /** Those it shares. */
  readonly agents: readonly PeerAgent[]
  /** What its person is called, who can be asked to sit in a circle; absent: an older Janus says nothing of them. */
  readonly person?: string | undefined
  /** How far it has heard each other house. */
  readonly heard: Readonly<Record<HouseName, Heard>>
  /** Another Janus runs with its key, and takes no part; absent: none does. */
  readonly twice?: true | undefined
  /** The houses that its founder knows, by their keys; only the founder's is believed. */
  readonly roster: readonly HouseKey[]
}

/** A house and the public half of the key that signs what it says (an nkey of a user, "U…"). */
export interface HouseKey {
  readonly name: HouseName
  readonly key: string
}

/** Who writes to another house: an agent, or the person of the house that sends. */
export type WireSender =
  | { readonly id: AgentId; readonly name: string }
  | { readonly kind: 'person'; readonly name: string }

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
  readonly replyTo: { readonly yours: MessageId } | { readonly mine: MessageId } | null
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

/** One turn with the piece: beat 0 of it is the first. */
export interface AskedTurn {
  readonly id: SpeakingTurnId
  readonly beat: number
  readonly beats: number
  /** How long it lasts, in ms: from when they begin with it, for a later beat from when it was asked. Absent: not known. */
  readonly ms?: number | undefined
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

/** How a circle stands, for persons who sit there from other houses. */
export interface WireCircle {
  readonly question: string
  /** Null: it has not begun. `harvest`: all has been said, the harvester writes. */
  readonly phase: Phase | 'harvest' | null
  /** Of so many of this phase, from 1. */
  readonly round: number
  readonly rounds: number
  /** Number of the seat that has the piece; null: nobody. */
  readonly holder: number | null
  /** Number of the seat of who is told. */
  readonly yours: number
  /** In the order of speaking. */
  readonly seats: readonly WireSitter[]
  readonly harvester: string
}

/** Who sits in a circle: of the house that keeps it, or as "Bob@barn". */
export interface WireSitter {
  readonly number: number
  readonly name: string
  readonly isPerson: boolean
  /** Had its turn in this round. */
  readonly had: boolean
  /** Is not there any more. */
  readonly left: boolean
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

/** How a message stands at its receiver. */
export type Standing =
  | 'waits'
  | 'held'
  | 'read'
  | 'answered'
  | 'withdrawn'
  | 'expired'
  | 'dropped'
  | 'undeliverable'

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
