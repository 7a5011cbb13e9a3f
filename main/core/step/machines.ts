import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import type {
  Envelope,
  Acknowledged,
  MachineName,
  Incarnation,
  PeerAgent,
  WireCircle,
} from '../../contract/fleet/machines.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'

/** What is kept of another machine for good. */
export interface Machine {
  readonly id: MachineName
  /** Which life of this machine speaks to it. */
  readonly as: Incarnation
  /** Number of the newest thing that it was told in this life, and up to where it has said that it heard. */
  readonly told: number
  readonly taken: number
  /** How far it was heard. */
  readonly heard: Acknowledged
  /** Those that it shares, as it last said. */
  readonly agents: readonly PeerAgent[]
  /** Its Janus, as "0.1.0"; empty: not known. */
  readonly version: string
  /** What its user is called, as it last said; absent: not known. */
  readonly user?: string | null
  /** Seats that it keeps for the user of this machine, oldest first; absent: none. */
  readonly circles?: readonly UserSeat[]
  /** How much came of its circles in which the user does not sit, since they decided about one; absent: nothing. */
  readonly unasked?: number
  /** Its agents, by their ids there, of which came what the user has not seen yet; absent: none. */
  readonly unseen?: readonly AgentId[]
  /** When another life of it was heard, in ms: its memory was set back; null: never. */
  readonly setBackAt: number | null
  /** What one of the two Januses told the other did not understand, the newest; absent or null: nothing, or that is over. */
  readonly misread?: Misread | null
  /** Ids of words of its that were refused lately: they stay so, also where they come again after it has heard that. */
  readonly refused?: readonly MessageId[]
}

/** Two machines are of different versions of Janus, and one has passed over what the other told it. */
export interface Misread {
  readonly by: 'us' | 'them'
  readonly kind: string
  /** Of that machine's Janus, as it was then. */
  readonly version: string
  /** When that was known here, in ms. */
  readonly at: number
}

/** A seat of this machine's user in a circle of another. */
export interface UserSeat {
  /** As it stands here, `gat-…@attic`. */
  readonly gathering: GatheringId
  readonly topic: string
  /** Who convened it, "Ann@attic". */
  readonly by: string
  /** `asked`: the user has not said yes; `left`: they said no or went; `over`: the circle is, or goes on without them. */
  readonly stands: 'asked' | 'taken' | 'left' | 'over'
  /** The thread in which its words stand, named by the first of them; null: none has come. */
  readonly thread: MessageId | null
  /** How many of its words count towards what may come: all that have come, more where it is over. */
  readonly words: number
  /** The same in bytes of UTF-8; absent: none. */
  readonly bytes?: number
  /** Something came of it that the user has not seen. */
  readonly isNew: boolean
  /** The question that gave them the piece; null: somebody else has it. */
  readonly ask: Message | null
  /** Since when the circle stands still, and how long it did so in their turn before, in ms; absent: it does not, not at all. */
  readonly pausedAt?: number
  readonly stoodFor?: number
  /** How the circle stands, as its machine last said; absent: not known, or it is none of theirs any more. */
  readonly circle?: WireCircle
  /** The question that they answered last, by its id there; absent: none. */
  readonly answered?: string
}

/** One thing that a machine is told, until it has said that it heard it. */
export interface Outgoing extends Pick<Envelope, 'n' | 'kind' | 'body'> {
  /** Machine and number, as "attic 7". */
  readonly id: string
  readonly machine: MachineName
}

/** Another machine with all that is open about it. */
export interface MachineState {
  readonly machine: Machine
  /** In order. */
  readonly outgoing: readonly Outgoing[]
  /** Words of ours to its agents that are not settled yet, in order of acceptance. */
  readonly mail: readonly Message[]
  /** When it last said that it is there, in ms; null: not since the start. */
  readonly presentAt: number | null
  /** It said that another Janus runs with its key. */
  readonly isTwice: boolean
  /** When something of it was taken last, in ms; null: nothing since the start. */
  readonly takenAt: number | null
  /** It said that it heard less than it had said before. */
  readonly isBehind: boolean
  /** Number of the newest thing that it was told since the start. */
  readonly sent: number
  /** When what it has not heard is told again, in ms, and how often that was in vain; null: there is nothing. */
  readonly againAt: number | null
  readonly tries: number
}

/** A machine of which nothing is open. */
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
