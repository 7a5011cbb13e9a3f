import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import type {
  Envelope,
  Heard,
  HouseName,
  Incarnation,
  PeerAgent,
  WireCircle,
} from '../../contract/fleet/houses.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'

/** What is kept of another house for good. */
export interface House {
  readonly id: HouseName
  /** Which life of this house speaks to it. */
  readonly as: Incarnation
  /** Number of the newest thing that it was told in this life, and up to where it has said that it heard. */
  readonly told: number
  readonly taken: number
  /** How far it was heard. */
  readonly heard: Heard
  /** Those that it shares, as it last said. */
  readonly agents: readonly PeerAgent[]
  /** Its Janus, as "0.1.0"; empty: not known. */
  readonly version: string
  /** What its person is called, as it last said; absent: not known. */
  readonly person?: string | null
  /** Seats that it keeps for the person of this house, oldest first; absent: none. */
  readonly circles?: readonly PersonSeat[]
  /** How much came of its circles in which the person does not sit, since they decided about one; absent: nothing. */
  readonly unasked?: number
  /** Its agents, by their ids there, of which came what the person has not seen yet; absent: none. */
  readonly unseen?: readonly AgentId[]
  /** When another life of it was heard, in ms: its memory was set back; null: never. */
  readonly setBackAt: number | null
  /** What one of the two Januses told the other did not understand, the newest; absent or null: nothing, or that is over. */
  readonly misread?: Misread | null
  /** Ids of words of its that were refused lately: they stay so, also where they come again after it has heard that. */
  readonly refused?: readonly MessageId[]
}

/** Two houses are of different versions of Janus, and one has passed over what the other told it. */
export interface Misread {
  readonly by: 'us' | 'them'
  readonly kind: string
  /** Of that house's Janus, as it was then. */
  readonly version: string
  /** When that was known here, in ms. */
  readonly at: number
}

/** A seat of this house's person in a circle of another. */
export interface PersonSeat {
  /** As it stands here, `gat-…@attic`. */
  readonly gathering: GatheringId
  readonly topic: string
  /** Who convened it, "Ann@attic". */
  readonly by: string
  /** `asked`: the person has not said yes; `left`: they said no or went; `over`: the circle is, or goes on without them. */
  readonly stands: 'asked' | 'taken' | 'left' | 'over'
  /** The thread in which its words stand, named by the first of them; null: none has come. */
  readonly thread: MessageId | null
  /** How many of its words count towards what may come: all that have come, more where it is over. */
  readonly words: number
  /** The same in bytes of UTF-8; absent: none. */
  readonly bytes?: number
  /** Something came of it that the person has not seen. */
  readonly isNew: boolean
  /** The question that gave them the piece; null: somebody else has it. */
  readonly ask: Message | null
  /** Since when the circle stands still, and how long it did so in their turn before, in ms; absent: it does not, not at all. */
  readonly pausedAt?: number
  readonly stoodFor?: number
  /** How the circle stands, as its house last said; absent: not known, or it is none of theirs any more. */
  readonly circle?: WireCircle
  /** The question that they answered last, by its id there; absent: none. */
  readonly answered?: string
}

/** One thing that a house is told, until it has said that it heard it. */
export interface Outgoing extends Pick<Envelope, 'n' | 'kind' | 'body'> {
  /** House and number, as "attic 7". */
  readonly id: string
  readonly house: HouseName
}

/** Another house with all that is open about it. */
export interface HouseState {
  readonly house: House
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

/** A house of which nothing is open. */
export function quiet(house: House): HouseState {
  const live = {
    presentAt: null,
    takenAt: null,
    isTwice: false,
    isBehind: false,
    sent: 0,
    againAt: null,
    tries: 0,
  }
  return { house, outgoing: [], mail: [], ...live }
}
