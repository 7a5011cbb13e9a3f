import type { AgentKind } from '../agents/kinds.ts'
import type { Phase, SpeakingTurnId } from '../gatherings/gatherings.ts'
import type { AgentId, AgentStatus, Look, Needs } from '../api/model.ts'

/**
 * A fleet: several Januses, each a machine with agents of its own, that write to each other over a server. Types only.
 * Times are milliseconds since 1970 UTC, by the clock of the machine that tells them.
 */

/** What a machine is called in its fleet: 1 to 24 of a–z, 0–9 and "-", beginning with a letter. */
export type MachineName = string

/**
 * Which life of a machine's memory speaks to another machine, 16 hexadecimal digits: the first eight count, the others are
 * chance. A restored or copied memory begins a life later than all that are known.
 */
export type Incarnation = string

/** One thing that a machine tells another: numbered without gaps, so that nothing is missed or heard twice. */
export interface Envelope {
  /** Version of what envelopes mean, and the oldest one that understands this one. */
  readonly v: number
  readonly min: number
  readonly from: MachineName
  readonly to: MachineName
  readonly incarnation: Incarnation
  /** Place among all that `from` tells `to`, from 1. */
  readonly n: number
  /** How far `from` has heard `to`. */
  readonly heard: Acknowledged
  readonly kind: string
  /** JSON. */
  readonly body: unknown
}

/** How far a machine has been heard: all up to `n` of that incarnation is saved. `n` 0: nothing yet. */
export interface Acknowledged {
  readonly incarnation: Incarnation
  readonly n: number
}

/** Whether agents of other machines may write to an agent: not at all (nor see it), after the user's click, or freely. */
export type Shared = 'no' | 'ask' | 'open'

/** An agent as its machine shows it to others. */
export interface PeerAgent {
  readonly id: AgentId
  readonly name: string
  readonly kind: AgentKind
  readonly role: string
  readonly look: Look
  readonly status: AgentStatus
  readonly needs: Needs
  readonly shared: Exclude<Shared, 'no'>
  /** What its machine calls it, where it cannot be called so here; absent: it is called so. */
  readonly announced?: string
}

/** What a machine says of itself every few seconds. */
export interface Presence {
  readonly v: number
  readonly min: number
  /** Its Janus, as "0.1.0". */
  readonly version: string
  readonly incarnation: Incarnation
  /** Those it shares. */
  readonly agents: readonly PeerAgent[]
  /** What its user is called, who can be asked to sit in a circle; absent: an older Janus says nothing of them. */
  readonly user?: string | undefined
  /** How far it has heard each other machine. */
  readonly heard: Readonly<Record<MachineName, Acknowledged>>
  /** Another Janus runs with its key, and takes no part; absent: none does. */
  readonly twice?: true | undefined
  /** The machines that its founder knows, by their keys; only the founder's is believed. */
  readonly roster: readonly MachineKey[]
}

/** A machine and the public half of the key that signs what it says (an nkey of a user, "U…"). */
export interface MachineKey {
  readonly name: MachineName
  readonly key: string
}

/** Who writes to another machine: an agent, or the user of the machine that sends. */
export type WireSender =
  | { readonly id: AgentId; readonly name: string }
  | { readonly kind: 'user'; readonly name: string }

/** One turn with the piece: beat 0 of it is the first. */
export interface PieceTurn {
  readonly id: SpeakingTurnId
  readonly beat: number
  readonly beats: number
  /** How long it lasts, in ms: from when they begin with it, for a later beat from when it was asked. Absent: not known. */
  readonly ms?: number | undefined
}

/** How a circle stands, for users who sit there from other machines. */
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

/** Who sits in a circle: of the machine that keeps it, or as "Bob@barn". */
export interface WireSitter {
  readonly number: number
  readonly name: string
  readonly isUser: boolean
  /** Had its turn in this round. */
  readonly had: boolean
  /** Is not there any more. */
  readonly left: boolean
}

/** How a message stands at its receiver. */
export type RemoteMessageState =
  | 'waits'
  | 'held'
  | 'read'
  | 'answered'
  | 'withdrawn'
  | 'expired'
  | 'dropped'
  | 'undeliverable'
