import type { Envelope, MachineName, Presence } from '../../contract/fleet/machines.ts'
import type { Crossing } from '../../contract/links/links.ts'
import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'

/** What came for this machine, its shape right; for mail with what the edge has found in the store. */
export interface EnvelopeArrived {
  readonly type: 'envelope.arrived'
  readonly envelope: Envelope
  /** The message that mail goes on from, here; null: none that is known. */
  readonly replied: Message | null
  /** The same mail, taken before. */
  readonly earlier: Message | null
  /** What of the same words over a link stands in its log here. */
  readonly crossing: Crossing | null
  /** All that was said in a circle of ours to which somebody comes back; absent: nobody does. */
  readonly rows?: readonly Utterance[]
}

/** The machine that this is, and those that it knows; said at each start. */
export interface MachinesKnown {
  readonly type: 'machines.known'
  readonly self: MachineName
  readonly others: readonly MachineName[]
}

export interface MachinePresent {
  readonly type: 'machine.present'
  readonly machine: MachineName
  readonly presence: Presence
}

/** What comes of other machines, and what the user does about it. */
export type FleetCommand =
  | CircleCommand
  | MachinesKnown
  | MachinePresent
  | MachineSeen
  | PeerSeen
  | EnvelopeArrived
  | SeatDecided

/** The user has seen that a machine was set back, or is of another version. */
export interface MachineSeen {
  readonly type: 'machine.seen'
  readonly machine: MachineName
}

/** What the user does about such a seat. */
export type CircleCommand =
  | { readonly type: 'circle.decided'; readonly circle: GatheringId; readonly take: boolean }
  | { readonly type: 'circle.seen'; readonly circle: GatheringId }
  | {
      readonly type: 'circle.said'
      readonly circle: GatheringId
      /** The question that gave them the piece. */
      readonly turn: MessageId
      /** Empty: they keep silence. */
      readonly text: string
      /** They have more to say. */
      readonly keep: boolean
      /** Number of the seat to which the piece goes; null: the next in order. */
      readonly to: number | null
    }

/** The user has seen what came of their words to an agent of another machine. */
export interface PeerSeen {
  readonly type: 'peer.seen'
  readonly peer: AgentId
}

/** The user lets an agent sit in a gathering of another machine, or takes it out. */
export interface SeatDecided {
  readonly type: 'seat.decided'
  readonly agent: AgentId
  readonly take: boolean
}
