import type { MachineName } from '../fleet/machines.ts'
import type { KindChoice } from '../agents/kinds.ts'
import type { BudgetView } from '../budget/budget.ts'
import type { Closing } from './closing-facts.ts'
/** Types only. */

import type { Absence, SeatReason } from './seat-reasons.ts'
import type { Decision } from './decisions.ts'
import type { CircleAt } from './replay.ts'
import type {
  ForkPoint,
  Gathering,
  GatheringId,
  SpeakingTurnId,
  HarvestCardId,
  Phase,
  Seat,
  SpeakingTurn,
  Structure,
} from './gatherings.ts'
import type { HarvestCard } from './harvests.ts'
import type { UtterancePreview, Utterance, UtteranceSent } from './utterances.ts'
import type { AgentId } from '../api/model.ts'
import type { MessageState } from '../mail/messages.ts'

/** `over`: skipped in this round; `late`: may still speak last; `gone`: its tab is closed or deleted. */
export type SeatState =
  | 'speaks'
  | 'next'
  | 'then'
  | 'spoke'
  | 'passed'
  | 'silent'
  | 'over'
  | 'late'
  | 'away'
  | 'gone'

export interface SeatView extends Pick<Seat, 'number' | 'name' | 'role' | 'kind' | 'agent' | 'joined'> {
  readonly state: SeatState
  /** Kind of the seated or planned agent; absent for the default kind and the user. */
  readonly of?: KindChoice
  /** Has had its turn in this round, or will not get one. */
  readonly had: boolean
  /** Whether it took its turn in each round of this phase, oldest first. */
  readonly turnsTaken: readonly boolean[]
  readonly hand: boolean
  /** Why it was last skipped. */
  readonly reason: SeatReason | null
}

/** The piece and the clock of its turn. Milliseconds since 1970; the window counts on by itself. */
export interface PieceView extends Pick<
  SpeakingTurn,
  'number' | 'since' | 'beat' | 'beats' | 'clockFrom' | 'waitsFrom' | 'stopped'
> {
  readonly turnId: SpeakingTurnId
  readonly name: string
  /**
   * When the piece moves on at the latest; while the clock is stopped (`stopped.at`), as if it had not
   * stopped.
   */
  readonly until: number
  /** Null unless the clock triggers the next beat. */
  readonly nextBeatAt: number | null
  /** The user holds it and its holder has finished: it moves on when released. */
  readonly done: boolean
  /** Its holder is writing an answer. */
  readonly answering: boolean
  /** When the answer being written last grew, or null. */
  readonly lastWordAt: number | null
}

/** What it is waiting for from the user. */
export type GatheringNeeds = null | 'piece' | 'proposal' | 'cap' | 'paused'

/** A line of a harvest and its sources. */
export interface HarvestLine {
  /** Markdown of one line or paragraph, without the ids. */
  readonly text: string
  readonly sources: readonly Pick<UtterancePreview, 'id' | 'number' | 'name' | 'phase' | 'round'>[]
  /** It claims something without a source. */
  readonly isUnfounded: boolean
}

/** A harvest parsed into sections; `more` is the text outside of them. */
export interface HarvestView {
  readonly at: number
  readonly decided: readonly HarvestLine[]
  readonly open: readonly HarvestLine[]
  readonly dissent: readonly HarvestLine[]
  readonly next: readonly HarvestLine[]
  readonly more: string
  readonly text: string
  readonly cards: readonly HarvestCard[]
}

/** Stored fields that windows get, in this order. */
export const gatheringFields = [
  'id',
  'topic',
  'question',
  'rhythm',
  'structure',
  'beatsPerTurn',
  'interval',
  'grace',
  'user',
  'sealed',
  'convened',
  'stageAt',
  'turns',
  'maxTurns',
  'costUsd',
  'maxCost',
] as const satisfies readonly (keyof Gathering)[]

/** Times in milliseconds. */
export interface GatheringView extends Pick<
  Gathering,
  | (typeof gatheringFields)[number]
  | 'passages'
  | 'closed'
  | 'paused'
  | 'round'
  | 'unharvested'
  | 'forkedFrom'
  | 'forks'
> {
  readonly state: 'proposed' | 'convening' | 'running' | 'paused' | 'closed'
  /** `harvest`: discussion is over and the harvester is writing. */
  readonly phase: Phase | 'harvest'
  readonly seats: readonly SeatView[]
  readonly harvester: {
    readonly name: string
    readonly of?: KindChoice
    readonly agent: AgentId | null
    /** Why it cannot harvest now, or null. */
    readonly absent: Absence | null
    /** How many of its `given` utterances have arrived in its conversation, or are being delivered. */
    readonly taken: number
    readonly given: number
    /** Its first harvest had lines without a source, so it is writing another. */
    readonly isAskedAgain: boolean
  }
  readonly piece: PieceView | null
  readonly needs: GatheringNeeds
  /** Turns with the piece so far, and in total. */
  readonly spoken: { readonly turns: number; readonly of: number }
  readonly mostTurns: number
  /** Longest duration in milliseconds, including the harvest, if the clock never stops. */
  readonly mostTime: number
  /** Initial caps; `turns` null: enough for every turn. */
  readonly caps: {
    readonly turns: number | null
    readonly cost: number | null
    readonly tokens: number | null
  }
  /** Its usage, and its caps on money and tokens. */
  readonly spending: BudgetView
  readonly heard: readonly UtterancePreview[]
  readonly harvest: HarvestView | null
  /** Absent: none is planned. Ballots of a round appear once it is over. */
  readonly decision?: Decision
  /** Its files go to the folder that its agents share, or its proposer's; not to Janus's own. */
  readonly hasFolder: boolean
  /** While the harvest is being written: how the gathering will be closed. */
  readonly closing: Closing | null
  /** Path of its file. */
  readonly path: string | null
  readonly problem: string
  readonly shelved: boolean
}

/** An utterance's state at one listener. */
export interface ListenerView extends UtteranceSent {
  readonly name: string
  readonly state: MessageState
  readonly inInput: boolean
}

/** A sealed row has a word count but no text. */
export interface UtteranceView extends Omit<Utterance, 'sent'> {
  readonly words: number
  readonly sent: readonly ListenerView[]
}

export type GatheringLine = Omit<GatheringView, 'heard' | 'harvest'>

/** A dry run of starting a gathering. */
export interface GatheringPreview {
  /** Why it cannot start; empty: it can. */
  readonly problems: readonly string[]
  /** Seat number that the problem is about, 0: the harvester; null: not about one seat. */
  readonly problemAt: number | null
  /** For the user, such as who would be skipped now, and until when. */
  readonly warnings: readonly string[]
  /** Turns with the piece, including the user's. */
  readonly turns: number
  readonly rounds: number
  readonly modelTurns: { readonly likely: readonly [number, number]; readonly most: number }
  /** Milliseconds, at most. */
  readonly time: number
  /** USD; null if no seat has an earlier turn to estimate from. */
  readonly cost: { readonly likely: readonly [number, number] } | null
  /**
   * For a fork: how it begins, how many texts its members get, and how many stay out because they were
   * sealed; else null.
   */
  readonly fork: {
    readonly begins: ForkPoint['begins']
    readonly canGoOn: boolean
    readonly given: number
    readonly sealed: number
  } | null
  /** Folder of its harvest; null: Janus's own, where no agent reads. */
  readonly harvestFolder: string | null
  /** With the preset and the defaults filled in. */
  readonly structure: Structure
  readonly beatsPerTurn: number
  readonly beatIntervalSeconds: number
  readonly finalBeatGraceSeconds: number
}

/** State of a circle after a row, and its log up to there. */
export interface GatheringReplay extends Omit<CircleAt, 'sealed'> {
  readonly gathering: GatheringId
  /** Number of all rows. */
  readonly of: number
  /** Up to that step; what was sealed then has no text. */
  readonly rows: readonly UtteranceView[]
}

/** What a harvest's card would write. */
export interface CardPreview {
  readonly card: HarvestCardId
  /** Real path. */
  readonly path: string
  /** Present content; null: a new file. */
  readonly before: string | null
  readonly after: string
  /** Identifies this change; filing is refused if the file has changed since. */
  readonly hash: string
  /** Why it cannot be filed; may be empty. */
  readonly problem: string
}

export interface GatheringExport {
  readonly name: string
  readonly markdown: string
}

/** An agent's seat in another machine's circle, or the invitation to it. */
export interface AwaySeatView {
  readonly topic: string
  /** Who started it, "Ann@attic". */
  readonly by: string
  readonly machine: MachineName
  /** The user has not agreed. */
  readonly asked: boolean
}

/** An agent's seat in a gathering, for its tab. */
export interface SeatOf {
  readonly gathering: GatheringId
  readonly topic: string
  /** 0: the harvester. */
  readonly number: number
  readonly hasPiece: boolean
}

/** A seat in another machine's circle passes the piece through its answer, whose last line says so. */
export interface RemotePass {
  readonly id: GatheringId
  readonly machine: MachineName
  readonly line: string
}
