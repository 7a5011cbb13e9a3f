import type { AgentKind } from '../agents/kinds.ts'
import type { Phase, SpeakingTurnId } from '../gatherings/gatherings.ts'
import type { AgentId, AgentStatus, Look, Needs } from '../api/model.ts'

/**
 * A fleet is several machines, each with a Janus and its agents, that exchange messages over a server. Types
 * only. Times are milliseconds since 1970 UTC, by the clock of the reporting machine.
 */

/** 1 to 24 of a–z, 0–9 and "-", beginning with a letter; unique in its fleet. */
export type MachineName = string

/**
 * Identifies one lifetime of a machine's stored state: 16 hexadecimal digits, of which the first eight count
 * up and the others are random. A restored or copied state starts an incarnation later than all known ones.
 */
export type Incarnation = string

/** One message between machines, numbered without gaps so that nothing is lost or processed twice. */
export interface Envelope {
  /** Protocol version, and the oldest version that understands this envelope. */
  readonly v: number
  readonly min: number
  readonly from: MachineName
  readonly to: MachineName
  readonly incarnation: Incarnation
  /** Position in the sequence from `from` to `to`, from 1. */
  readonly n: number
  /** What `from` has received from `to`. */
  readonly heard: Acknowledged
  readonly kind: string
  /** JSON. */
  readonly body: unknown
}

/** Everything up to `n` of that incarnation is saved. `n` 0: nothing yet. */
export interface Acknowledged {
  readonly incarnation: Incarnation
  readonly n: number
}

/**
 * Whether agents of other machines may write to an agent: never (nor see it), after the user's click, or
 * freely.
 */
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
  /** Its name on its own machine, if that cannot be used here; absent: the same. */
  readonly announced?: string
}

/** What a machine reports about itself every few seconds. */
export interface Presence {
  readonly v: number
  readonly min: number
  /** Of its Janus, "0.1.0". */
  readonly version: string
  readonly incarnation: Incarnation
  /** The shared ones. */
  readonly agents: readonly PeerAgent[]
  /** Its user's name, to invite them to circles; absent from older versions. */
  readonly user?: string | undefined
  /** What it has received from each other machine. */
  readonly heard: Readonly<Record<MachineName, Acknowledged>>
  /** Another Janus runs with its key and stays out; absent: none does. */
  readonly twice?: true | undefined
  /** Names and keys of the machines that its founder knows; only the founder's roster is trusted. */
  readonly roster: readonly MachineKey[]
}

/** A machine and the public half of its signing key (an nkey of a user, "U…"). */
export interface MachineKey {
  readonly name: MachineName
  readonly key: string
}

/** An agent, or the user of the sending machine. */
export type WireSender =
  | { readonly id: AgentId; readonly name: string }
  | { readonly kind: 'user'; readonly name: string }

/** A turn with the piece; its first beat is 0. */
export interface PieceTurn {
  readonly id: SpeakingTurnId
  readonly beat: number
  readonly beats: number
  /**
   * Its length in milliseconds: from when they begin, for a later beat from when it was asked. Absent:
   * unknown.
   */
  readonly ms?: number | undefined
}

/** State of a circle, for users who sit in it from other machines. */
export interface WireCircle {
  readonly question: string
  /** Null: it has not begun. `harvest`: discussion is over and the harvester is writing. */
  readonly phase: Phase | 'harvest' | null
  /** From 1, of `rounds` in this phase. */
  readonly round: number
  readonly rounds: number
  /** Number of the seat with the piece; null: nobody. */
  readonly holder: number | null
  /** Seat number of the user who gets this. */
  readonly yours: number
  /** In speaking order. */
  readonly seats: readonly WireSitter[]
  readonly harvester: string
}

/** `name`: on the circle's own machine plain, else "Bob@barn". */
export interface WireSitter {
  readonly number: number
  readonly name: string
  readonly isUser: boolean
  /** It has had its turn in this round. */
  readonly had: boolean
  /** It is no longer there. */
  readonly left: boolean
}

/** State of a message at its receiver. */
export type RemoteMessageState =
  | 'waits'
  | 'held'
  | 'read'
  | 'answered'
  | 'withdrawn'
  | 'expired'
  | 'dropped'
  | 'undeliverable'
