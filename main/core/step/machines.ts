import type {
  Envelope,
  Acknowledged,
  MachineName,
  Incarnation,
  PeerAgent,
  WireCircle,
} from '../../contract/fleet/machines.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { SeatAway } from './state.ts'
import type { Message } from '../../contract/mail/messages.ts'

export interface Machine {
  readonly id: MachineName
  /** The incarnation of this machine that talks to it. */
  readonly as: Incarnation
  /** Number of the newest thing sent to it in this incarnation, and the newest that it has acknowledged. */
  readonly told: number
  readonly taken: number
  /** How far this machine has acknowledged it. */
  readonly heard: Acknowledged
  readonly agents: readonly PeerAgent[]
  /** Janus version, as "0.1.0"; empty if unknown. */
  readonly version: string
  /** Its user's name, as last reported; absent if unknown. */
  readonly user?: string | null
  /** Seats that it has for this machine's user, oldest first. */
  readonly circles?: readonly UserSeat[]
  /** Messages of its gatherings in which the user has no seat, since their last decision. */
  readonly unasked?: number
  /** Its agents (ids on that machine) with messages that the user hasn't seen. */
  readonly unseen?: readonly AgentId[]
  /** When its state was last found reset to an earlier one, in ms; null: never. */
  readonly setBackAt: number | null
  /**
   * The newest message that one of the two versions did not understand; absent or null: none, or resolved.
   */
  readonly misread?: Misread | null
  /** Ids of its recently refused messages: they stay refused if they are sent again. */
  readonly refused?: readonly MessageId[]
}

/** Different versions of Janus: one ignored what the other sent. */
export interface Misread {
  readonly by: 'us' | 'them'
  readonly kind: string
  /** Of the other machine's Janus at that time. */
  readonly version: string
  /** Milliseconds. */
  readonly at: number
}

/** A seat of this machine's user in another machine's gathering. */
export interface UserSeat extends Pick<SeatAway, 'gathering' | 'topic' | 'by'> {
  /**
   * `asked`: the user hasn't accepted. `left`: they declined or left. `over`: the gathering ended or
   * continues without them.
   */
  readonly stands: 'asked' | 'taken' | 'left' | 'over'
  /** Thread of its messages, named by the first; null: none has come. */
  readonly thread: MessageId | null
  /** Number of its messages that count towards the limit; more than have come once it is over. */
  readonly words: number
  /** The same in bytes of UTF-8. */
  readonly bytes?: number
  readonly isNew: boolean
  /** The question that gave them the piece; null: they don't have it. */
  readonly ask: Message | null
  /** Since when the gathering is paused, and for how long it was paused before during their turn, in ms. */
  readonly pausedAt?: number
  readonly stoodFor?: number
  /** The gathering as its machine last reported it; absent if unknown or no longer theirs. */
  readonly circle?: WireCircle
  /** Id, on its machine, of the question that they last answered. */
  readonly answered?: string
}

/** One thing to send to a machine, until acknowledged. */
export interface Outgoing extends Pick<Envelope, 'n' | 'kind' | 'body'> {
  /** Machine and number, as "attic 7". */
  readonly id: string
  readonly machine: MachineName
}

export interface MachineState {
  readonly machine: Machine
  readonly outgoing: readonly Outgoing[]
  /** Our unsettled messages to its agents, in order of acceptance. */
  readonly mail: readonly Message[]
  /** When it last announced itself, in ms; null: not since the start. */
  readonly presentAt: number | null
  /** It reported another Janus with its key. */
  readonly isTwice: boolean
  /** When its last envelope was taken, in ms; null: not since the start. */
  readonly takenAt: number | null
  /** It acknowledged less than it had before. */
  readonly isBehind: boolean
  /** Number of the newest thing sent to it since the start. */
  readonly sent: number
  /**
   * Time in ms of the next retry of unacknowledged items, and the number of failed tries; null: nothing to
   * retry.
   */
  readonly againAt: number | null
  readonly tries: number
}

export function quiet(machine: Machine): MachineState {
  const live = {
    presentAt: null,
    takenAt: null,
    isTwice: false,
    isBehind: false,
    sent: 0,
    againAt: null,
    tries: 0,
  }
  return { machine, outgoing: [], mail: [], ...live }
}
