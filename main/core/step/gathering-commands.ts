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
import type { UnionOf } from './union-of.ts'

interface GatheringCommands {
  'gathering.convened': {
    readonly by: Author
    readonly byName: string
    /** An agent's proposal: the user decides. */
    readonly proposed: boolean
    readonly plan: Plan
    /** The proposal that this plan starts. */
    readonly proposal?: GatheringId
    /** Names of the new tabs, by seat number. */
    readonly tabs: ReadonlyMap<number, NameKeys>
    readonly idempotencyKey: string | null
    /** The earlier gathering with the same key. */
    readonly earlier: Gathering | null
    readonly fork?: Fork
  }
  'gathering.started': { readonly gathering: GatheringId; readonly tabs: ReadonlyMap<number, NameKeys> }
  /** Declines a proposed one; archives a closed one (`gathering` is from the store). */
  'gathering.dismissed': { readonly gathering: Gathering; readonly name: string }
  'gathering.said': {
    readonly gathering: GatheringId
    readonly name: string
    readonly text: string
    /** The turn that the text is meant for; null: any turn. */
    readonly pieceTurnId: SpeakingTurnId | null
    readonly to: string | null
    readonly keep: boolean
    readonly host: boolean
    /** Whether text out of turn pauses the gathering. */
    readonly pause: boolean
  }
  'gathering.passed': {
    readonly by: Author
    /** Null: the one in which the agent sits. */
    readonly gathering: GatheringId | null
    readonly pieceTurnId: SpeakingTurnId | null
    readonly to: string | null
    readonly silent: boolean
  }
  'gathering.steered': {
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
  /** The user adds a seat to a running one; `rows`: everything in it, from the store. */
  'gathering.joined': {
    readonly gathering: GatheringId
    readonly name: string
    readonly seat: NewSeat
    /** For a user's seat: its clock is held whenever the piece comes. */
    readonly holds: boolean
    readonly tab: NameKeys | null
    readonly rows: readonly Utterance[]
  }
  /** The user chooses another harvester after the first one left, also after a close without a harvest. */
  'gathering.reharvested': {
    readonly gathering: Gathering
    readonly name: string
    readonly seat: NewSeat
    readonly tab: NameKeys | null
    readonly rows: readonly Utterance[]
  }
  /**
   * A harvest card was filed, given to an agent as the user's message, or refused; `gathering` is from the
   * store.
   */
  'gathering.carded': {
    readonly gathering: Gathering
    readonly card: HarvestCardId
    readonly state: 'filed' | 'given' | 'refused'
    /** Where a memory was filed. */
    readonly home: string | null
    /** The agent that gets a task. */
    readonly to: AgentId | null
    readonly by: Author
    readonly byName: string
  }
}

export type GatheringCommand = UnionOf<GatheringCommands>

/** The earlier gathering that a fork continues, from the store, and its rows up to that point. */
export interface Fork {
  readonly of: Gathering
  /** As they were at the fork point: what was sealed then is `sealed`, with its text. */
  readonly rows: readonly Utterance[]
  /** Null: at the fork point if possible, else from the start. */
  readonly begins: ForkPoint['begins'] | null
}
/** A seat added to a running gathering; its number depends on its position. */
export type NewSeat = Omit<Seat, 'number'>

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

/** Presets and defaults are filled in already. */
export interface Plan extends Pick<Gathering, Planned> {
  readonly user: Pick<SeatedUser, 'holds'> | null
  /** Absent: it ends without a decision. */
  readonly decision?: DecisionPlan
  /** Null: the maximum. */
  readonly maxTurns: number | null
}
