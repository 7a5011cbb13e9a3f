import type { MachineName, PeerAgent, WireCircle } from './machines.ts'
import type { GatheringId } from '../gatherings/gatherings.ts'
import type { AgentId, MessageId } from '../api/model.ts'

/** How the fleet of this machine stands, as the window shows it. Types only. */
export interface FleetView {
  /** What this machine is called. */
  readonly machine: MachineName
  /** The machine that invites others and removes them. */
  readonly founder: MachineName
  readonly broker: BrokerView
  /** Something that came and was no word of this fleet, the newest; empty: nothing. */
  readonly dropped: string
  readonly machines: readonly MachineView[]
}

/**
 * What carries between the machines; `why`: what is in its way and what can be done, in words. `twice`: connected, and another
 * Janus runs as this machine; `aside`: that one was there first, and this one takes no part.
 */
export interface BrokerView {
  readonly stands: 'connected' | 'connecting' | 'refused' | 'twice' | 'aside'
  readonly why: string
}

/** Another machine. */
export interface MachineView {
  readonly name: MachineName
  /** Its Janus, as "0.1.0"; empty: not known yet. */
  readonly version: string
  /**
   * `silent`: it was there, and says nothing any more; `unknown`: it was there, and the fleet's server is out of reach;
   * `unheard`: not heard since this Janus started; `removed`: it is no longer in the fleet, and something for it still
   * waits here.
   */
  readonly stands: 'here' | 'silent' | 'unknown' | 'unheard' | 'removed'
  /** ISO 8601 UTC: when it was last heard; null: not since the start. */
  readonly heardAt: string | null
  /** Another Janus runs with its key, and takes no part. */
  readonly isTwice: boolean
  /** ISO 8601 UTC: when its memory was found to be set back; null: never, or the user has seen it. */
  readonly setBackAt: string | null
  /** What one of the two Januses told the other could not read, the newest; null: nothing, or the user has seen it. */
  readonly misread: MisreadView | null
  /** Messages of ours to its agents that are not there yet. */
  readonly onTheWay: number
  readonly agents: readonly PeerAgent[]
  /** Those of them, by their ids there, of which came what the user has not seen yet. */
  readonly unseen: readonly AgentId[]
  /** What its user is called there; null: not known. */
  readonly user: string | null
  /** Seats of this machine's user in its circles, oldest first. */
  readonly circles: readonly CircleSeatView[]
}

/** Two machines are of different versions of Janus: `by` whom something was passed over, and what it was about. */
export interface MisreadView {
  readonly by: 'us' | 'them'
  readonly what: 'message' | 'link' | 'circle' | 'other'
}

/** A seat that another machine keeps for the user of this one. */
export interface CircleSeatView {
  /** As it stands here, `gat-…@attic`. */
  readonly circle: GatheringId
  readonly topic: string
  /** Who convened it, "Ann@attic". */
  readonly by: string
  /**
   * `asked`: the user has not said yes; `left`: they said no or went, and may come while it runs; `over`: the circle is
   * over, or goes on without them.
   */
  readonly stands: 'asked' | 'taken' | 'left' | 'over'
  /** Their turn with the piece, in ISO 8601 UTC; `until`: about when it ends, null while nobody knows. Null: they do not have it. */
  readonly turn: { readonly id: MessageId; readonly since: string; readonly until: string | null } | null
  /** The circle stands still. */
  readonly isPaused: boolean
  /** What they said last has not come to its machine yet. */
  readonly isOnTheWay: boolean
  /** Something was said there that they have not seen yet. */
  readonly isNew: boolean
  /** How it stands there, names as "Bob@attic"; null: not known, or it is none of theirs. */
  readonly now: WireCircle | null
}

/** Words of such a circle: what was said there, told of it, or asked of the user in their turn. */
export interface CircleWordsView {
  readonly id: MessageId
  /** Grows with each; the cursor of the next page. */
  readonly seq: number
  /** "bob@attic"; "the gathering on attic" for what nobody in it says. */
  readonly from: string
  /** Number of the seat that spoke; null: the host, or the circle itself. */
  readonly number: number | null
  readonly text: string
  /** ISO 8601 UTC. */
  readonly at: string
  /** It gave the user the piece. */
  readonly isTurn: boolean
  /** What they said in that turn, "" where they passed it without a word, or kept silence; null: nothing (yet). */
  readonly answer: { readonly text: string; readonly isSilence: boolean; readonly at: string } | null
}

/** What was done about a fleet; `file`: what was written for the user, `next`: what to do now, a line each. */
export interface FleetResult {
  readonly file: string
  readonly next: readonly string[]
}
