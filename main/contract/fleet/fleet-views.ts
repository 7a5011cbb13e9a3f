import type { MachineName, PeerAgent, WireCircle } from './machines.ts'
import type { GatheringId } from '../gatherings/gatherings.ts'
import type { AgentId, MessageId } from '../api/model.ts'

/** This machine's fleet, for the window. */
export interface FleetView {
  /** Name of this machine. */
  readonly machine: MachineName
  /** The machine that invites and removes others. */
  readonly founder: MachineName
  readonly broker: BrokerView
  /** Description of the newest input that was no valid message of this fleet; empty: none. */
  readonly dropped: string
  readonly machines: readonly MachineView[]
}

/**
 * `why`: what prevents a connection and what to do, for the user. `twice`: connected while another Janus runs
 * as this machine; `aside`: the other was first, so this one stays out.
 */
export interface BrokerView {
  readonly status: 'connected' | 'connecting' | 'refused' | 'twice' | 'aside'
  readonly why: string
}

export interface MachineView {
  readonly name: MachineName
  /** Version of its Janus, "0.1.0"; empty: not known yet. */
  readonly version: string
  /**
   * `silent`: no longer reporting; `unknown`: the fleet's server is out of reach; `unheard`: not seen since
   * this Janus started; `removed`: no longer in the fleet, but something for it is still queued.
   */
  readonly status: 'here' | 'silent' | 'unknown' | 'unheard' | 'removed'
  /** ISO 8601 UTC of its last report; null: none since the start. */
  readonly lastSeenAt: string | null
  /** Another Janus runs with its key and stays out. */
  readonly isTwice: boolean
  /** ISO 8601 UTC when its state was found to be older than before; null: never, or the user dismissed it. */
  readonly setBackAt: string | null
  /**
   * The newest message between the two machines that the other's version could not read; null: none, or
   * dismissed.
   */
  readonly unreadable: MisreadView | null
  /** Our messages to its agents that have not arrived yet. */
  readonly undelivered: number
  readonly agents: readonly PeerAgent[]
  /** Ids (on that machine) of agents with results that the user has not seen. */
  readonly unseen: readonly AgentId[]
  /** Its user's name; null: unknown. */
  readonly user: string | null
  /** This machine's user's seats in its circles, oldest first. */
  readonly circles: readonly CircleSeatView[]
}

/** Because of different versions, `by` skipped a message about `what`. */
export interface MisreadView {
  readonly by: 'us' | 'them'
  readonly what: 'message' | 'link' | 'circle' | 'other'
}

/** A seat that another machine offers to the user of this one. */
export interface CircleSeatView {
  /** Its id here, `gat-…@attic`. */
  readonly circle: GatheringId
  readonly topic: string
  /** Who started it, "Ann@attic". */
  readonly by: string
  /**
   * `asked`: the user has not answered; `left`: they declined or left, and may join while it runs; `over`:
   * the circle has ended, or continues without them.
   */
  readonly status: 'asked' | 'taken' | 'left' | 'over'
  /**
   * Their turn with the piece, ISO 8601 UTC; `until`: its approximate end, null if unknown. Null: it is not
   * their turn.
   */
  readonly turn: { readonly id: MessageId; readonly since: string; readonly until: string | null } | null
  readonly isPaused: boolean
  /** The user's last contribution has not arrived there yet. */
  readonly isSending: boolean
  /** There is text that they have not seen. */
  readonly isNew: boolean
  /** State of the circle, names as "Bob@attic"; null: unknown, or the user has no seat. */
  readonly now: WireCircle | null
}

/** Text from such a circle: said there, reported by it, or prompting the user in their turn. */
export interface CircleWordsView {
  readonly id: MessageId
  /** Increases with each; the cursor of pages. */
  readonly seq: number
  /** "bob@attic", or "the gathering on attic" for texts without a speaker. */
  readonly from: string
  /** Number of the speaking seat; null: the host, or the circle itself. */
  readonly number: number | null
  readonly text: string
  /** ISO 8601 UTC. */
  readonly at: string
  /** It gave the user the piece. */
  readonly isTurn: boolean
  /** What they said in that turn; empty text: passed, or kept silence. Null: nothing yet. */
  readonly answer: { readonly text: string; readonly isSilence: boolean; readonly at: string } | null
}

/** `file`: what was written for the user; `next`: what to do now, one line each. */
export interface FleetResult {
  readonly file: string
  readonly next: readonly string[]
}
