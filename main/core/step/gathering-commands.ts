import type { DecisionPlan } from '../../contract/gatherings/decisions.ts'
import type {
  ForkPoint,
  Gathering,
  GatheringId,
  HarvestCardId,
  SeatedUser,
  Seat,
  SpeakingTurnId,
} from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { AgentId, Author } from '../../contract/api/model.ts'
import type { NameKeys } from './state.ts'

/** What a user or an agent did about a gathering. */
export type GatheringCommand =
  | {
      readonly type: 'gathering.convened'
      readonly by: Author
      readonly byName: string
      /** An agent's wish: the user decides. */
      readonly proposed: boolean
      readonly plan: Plan
      /** The proposal that begins in this shape. */
      readonly proposal?: GatheringId
      /** Names of the tabs that are made for it, by the number of their seat. */
      readonly tabs: ReadonlyMap<number, NameKeys>
      readonly idempotencyKey: string | null
      /** The gathering that this one convened with this key before. */
      readonly earlier: Gathering | null
      readonly fork?: Fork
    }
  | {
      readonly type: 'gathering.started'
      readonly gathering: GatheringId
      readonly tabs: ReadonlyMap<number, NameKeys>
    }
  /** A proposed one is turned down; a closed one, as the edge found it, is put away. */
  | { readonly type: 'gathering.dismissed'; readonly gathering: Gathering; readonly name: string }
  | {
      readonly type: 'gathering.said'
      readonly gathering: GatheringId
      readonly name: string
      readonly text: string
      /** The turn that the words are meant for; null: whatever turn there is. */
      readonly pieceTurnId: SpeakingTurnId | null
      readonly to: string | null
      readonly keep: boolean
      readonly host: boolean
      /** Whether words out of turn pause the circle. */
      readonly pause: boolean
    }
  | {
      readonly type: 'gathering.passed'
      readonly by: Author
      /** Null: the one in which the agent sits. */
      readonly gathering: GatheringId | null
      readonly pieceTurnId: SpeakingTurnId | null
      readonly to: string | null
      readonly silent: boolean
    }
  | {
      readonly type: 'gathering.steered'
      readonly gathering: GatheringId
      readonly name: string
      readonly verb:
        | 'note'
        | 'hand'
        | 'take'
        | 'pause'
        | 'hold'
        | 'resume'
        | 'skip'
        | 'extend'
        | 'open'
        | 'close'
        | 'here'
      readonly text: string
      readonly to: string | null
    }
  /** The user adds a seat to a running one; `rows`: all that happened in it, as the edge found it. */
  | {
      readonly type: 'gathering.joined'
      readonly gathering: GatheringId
      readonly name: string
      readonly seat: NewSeat
      /** Of a user's seat: its clock is held whenever the piece comes. */
      readonly holds: boolean
      readonly tab: NameKeys | null
      readonly rows: readonly Utterance[]
    }
  /** The user chooses another harvester for the one that is gone, also after a close without a harvest. */
  | {
      readonly type: 'gathering.reharvested'
      readonly gathering: Gathering
      readonly name: string
      readonly seat: NewSeat
      readonly tab: NameKeys | null
      readonly rows: readonly Utterance[]
    }
  /** A card of a harvest was filed, given to an agent as the user's own words, or refused; the gathering as the edge found it. */
  | {
      readonly type: 'gathering.carded'
      readonly gathering: Gathering
      readonly card: HarvestCardId
      readonly state: 'filed' | 'given' | 'refused'
      /** Where a memory went. */
      readonly home: string | null
      /** To whom a task is given. */
      readonly to: AgentId | null
      readonly by: Author
      readonly byName: string
    }

/** The earlier gathering that one goes on from, as the edge found it, and its rows up to that point. */
export interface Fork {
  readonly of: Gathering
  /** As they stood at the last one, where the fork leaves it: what was under seal then is `sealed`, with its words. */
  readonly rows: readonly Utterance[]
  /** Null: there, where it can; else again. */
  readonly begins: ForkPoint['begins'] | null
}
/** A seat that is taken while the circle runs; its number follows from where it is. */
export type NewSeat = Omit<Seat, 'number'>

/** What a plan says just as its gathering will. */
type Planned =
  | 'topic'
  | 'question'
  | 'rhythm'
  | 'opening'
  | 'seats'
  | 'harvester'
  | 'structure'
  | 'beatsPerTurn'
  | 'interval'
  | 'grace'
  | 'sealed'
  | 'maxCost'
  | 'maxTokens'
  | 'folder'

/** A gathering as it is to be; the edge has filled in presets and usual values. */
export interface Plan extends Pick<Gathering, Planned> {
  readonly user: Pick<SeatedUser, 'holds'> | null
  /** Absent: it ends without one. */
  readonly decision?: DecisionPlan
  /** Null: the most that it can take. */
  readonly maxTurns: number | null
}
