import type { Envelope, MachineName, Presence } from '../../contract/fleet/machines.ts'
import type { Crossing } from '../../contract/links/links.ts'
import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'

/** A valid envelope for this machine, with what the caller found in the store for it. */
export interface EnvelopeArrived {
  readonly type: 'envelope.arrived'
  readonly envelope: Envelope
  /** The local copy of the message that it answers, if known. */
  readonly replied: Message | null
  /** The same message, if it was received before. */
  readonly earlier: Message | null
  /** The same crossing in the link's local log. */
  readonly crossing: Crossing | null
  /** All rows of a local gathering to which somebody returns; otherwise absent. */
  readonly rows?: readonly Utterance[]
}

/** This machine and the others it knows; sent at each start. */
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

export type FleetCommand =
  | CircleCommand
  | MachinesKnown
  | MachinePresent
  | MachineSeen
  | PeerSeen
  | EnvelopeArrived
  | SeatDecided

/** The user dismissed the notice that a machine was reset or runs another version. */
export interface MachineSeen {
  readonly type: 'machine.seen'
  readonly machine: MachineName
}

export type CircleCommand =
  | { readonly type: 'circle.decided'; readonly circle: GatheringId; readonly take: boolean }
  | { readonly type: 'circle.seen'; readonly circle: GatheringId }
  | {
      readonly type: 'circle.said'
      readonly circle: GatheringId
      /** The question that gave them the piece. */
      readonly turn: MessageId
      /** Empty: they pass in silence. */
      readonly text: string
      /** They have more to say and keep the piece. */
      readonly keep: boolean
      /** Number of the seat that gets the piece; null: the next in order. */
      readonly to: number | null
    }

export interface PeerSeen {
  readonly type: 'peer.seen'
  readonly peer: AgentId
}

export interface SeatDecided {
  readonly type: 'seat.decided'
  readonly agent: AgentId
  readonly take: boolean
}
