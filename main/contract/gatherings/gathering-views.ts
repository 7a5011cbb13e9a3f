import type { MachineName } from '../fleet/machines.ts'
import type { KindChoice } from '../agents/kinds.ts'
import type { BudgetView } from '../budget/budget.ts'
import type { Closing } from './closing-facts.ts'
/** Gatherings as the window and the agents API show them. Types only. */

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
  UtteranceId,
} from './gatherings.ts'
import type { HarvestCard } from './harvests.ts'
import type { UtterancePreview, Utterance, UtteranceSent } from './utterances.ts'
import type { AgentId } from '../api/model.ts'
import type { MessageState } from '../mail/messages.ts'

/** What a seat is doing. `over`: passed over in this round; `late`: may still speak last; `gone`: its tab is closed or deleted. */
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

/** A seat as the circle shows it. */
export interface SeatView extends Pick<Seat, 'number' | 'name' | 'role' | 'kind' | 'agent' | 'joined'> {
  readonly state: SeatState
  /** Whose agent sits, or is to; absent for the usual kind, and the user. */
  readonly of?: KindChoice
  /** Had its turn in this round, or was passed over for good. */
  readonly had: boolean
  /** Turns taken in the rounds of this phase so far, oldest first: true where it had its turn. */
  readonly taken: readonly boolean[]
  readonly hand: boolean
  /** Why it was passed over last, where it was. */
  readonly reason: SeatReason | null
}

/** The piece, and the clock of its turn. Times in ms since 1970; the window counts on by itself. */
export interface PieceView extends Pick<
  SpeakingTurn,
  'number' | 'since' | 'beat' | 'beats' | 'clockFrom' | 'waitsFrom' | 'stopped'
> {
  readonly turnId: SpeakingTurnId
  readonly name: string
  /** When the piece moves on at the latest; while the clock stands (`stopped.at`), as if it had not stopped. */
  readonly until: number
  /** When the next beat falls due, if one does by the clock. */
  readonly nextBeatAt: number | null
  /** The user holds it, and its holder is done: it moves on when it is let go. */
  readonly done: boolean
  /** Its holder writes an answer now. */
  readonly answering: boolean
  /** When the newest words of the answer that is being written came, or null. */
  readonly lastWordAt: number | null
}

/** What a gathering needs of the user. */
export type GatheringNeeds = null | 'piece' | 'proposal' | 'cap' | 'paused'

/** One line of a harvest and what it rests on. */
export interface HarvestLine {
  /** Markdown of one line or paragraph, the ids taken out. */
  readonly text: string
  readonly rests: readonly {
    readonly id: UtteranceId
    readonly number: number
    readonly name: string
    readonly phase: Phase
    readonly round: number
  }[]
  /** It claims something, and rests on nothing that was said. */
  readonly isUnfounded: boolean
}

/** A harvest, read into its sections; what stands outside of them is `more`. */
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

/** What windows are shown of a gathering as it is kept, in this order. */
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

/** A gathering as the window shows it; times in ms. */
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
  /** `harvest`: all has been said, the harvester writes. */
  readonly phase: Phase | 'harvest'
  readonly seats: readonly SeatView[]
  readonly harvester: {
    readonly name: string
    /** As of a seat. */
    readonly of?: KindChoice
    readonly agent: AgentId | null
    /** Why it could not harvest now; null where it can. */
    readonly absent: Absence | null
    /** Utterances that are in its conversation or on the way there, of all that were given to it. */
    readonly taken: number
    readonly given: number
    /** Lines of its harvest rest on nothing: it writes it once more. */
    readonly isAskedAgain: boolean
  }
  readonly piece: PieceView | null
  readonly needs: GatheringNeeds
  /** Turns with the piece: had so far, and of how many. */
  readonly spoken: { readonly turns: number; readonly of: number }
  readonly mostTurns: number
  /** ms that it can take at most, the harvest included, if no clock stands. */
  readonly mostTime: number
  /** Its caps as they were at first; `turns` null: room for every turn. */
  readonly caps: {
    readonly turns: number | null
    readonly cost: number | null
    readonly tokens: number | null
  }
  /** What it has used, beside its caps on money and tokens. */
  readonly spending: BudgetView
  readonly heard: readonly UtterancePreview[]
  readonly harvest: HarvestView | null
  /** Absent: none is planned. Ballots of a round come once it is over. */
  readonly decision?: Decision
  /** Its files go into a folder that its agents share, or its proposer's; not into Janus's own. */
  readonly hasFolder: boolean
  /** While the harvest is being written: what it will be closed with. */
  readonly closing: Closing | null
  /** Of the file. */
  readonly path: string | null
  readonly problem: string
  readonly shelved: boolean
}

/** What became of an utterance at one listener. */
export interface ListenerView extends UtteranceSent {
  readonly name: string
  readonly state: MessageState
  readonly inInput: boolean
}

/** A row as the window shows it. A sealed one has its `words` counted and no text. */
export interface UtteranceView extends Omit<Utterance, 'sent'> {
  readonly words: number
  readonly sent: readonly ListenerView[]
}

/** One line of a list of gatherings. */
export type GatheringLine = Omit<GatheringView, 'heard' | 'harvest'>

/** What convening would come to. */
export interface GatheringPreview {
  /** Why it cannot start; empty: it can. */
  readonly problems: readonly string[]
  /** Number of the seat that the problem lies in, 0: the harvester; null: in none of them alone. */
  readonly problemAt: number | null
  /** What the user should know: who would be passed over now, and until what. */
  readonly warnings: readonly string[]
  /** Turns with the piece, the user's too. */
  readonly turns: number
  readonly rounds: number
  readonly modelTurns: { readonly likely: readonly [number, number]; readonly most: number }
  /** ms at most. */
  readonly time: number
  /** USD; null where no seat has a turn to go by. */
  readonly cost: { readonly likely: readonly [number, number] } | null
  /** Of a fork: how it begins, what its members are given, and what stays out as it was under seal; null: it is none. */
  readonly fork: {
    readonly begins: ForkPoint['begins']
    readonly canGoOn: boolean
    readonly given: number
    readonly sealed: number
  } | null
  /** The folder that its harvest is kept in; null: Janus's own, where no agent reads. */
  readonly keptIn: string | null
  /** What holds with the preset and the usual values filled in. */
  readonly structure: Structure
  readonly beatsPerTurn: number
  readonly beatIntervalSeconds: number
  readonly finalBeatGraceSeconds: number
}

/** How a circle stood after a row, and what of its log there was then. */
export interface GatheringReplay extends Omit<CircleAt, 'sealed'> {
  readonly gathering: GatheringId
  /** Rows there are. */
  readonly of: number
  /** Up to that step; what was under seal then has no text. */
  readonly rows: readonly UtteranceView[]
}

/** What a card of a harvest would do. */
export interface CardPreview {
  readonly card: HarvestCardId
  /** Real path of the file. */
  readonly path: string
  /** What is there now; null: a new file. */
  readonly before: string | null
  readonly after: string
  /** Names this very change; filing is refused if the file has changed since. */
  readonly hash: string
  /** Why it cannot be filed; empty: it can. */
  readonly problem: string
}

/** A gathering as Markdown. */
export interface GatheringExport {
  readonly name: string
  readonly markdown: string
}

/** An agent's seat in a circle that another machine keeps, or that machine's wish for it. */
export interface AwaySeatView {
  readonly topic: string
  /** Who convened it, "Ann@attic". */
  readonly by: string
  readonly machine: MachineName
  /** The user has not said yes. */
  readonly asked: boolean
}

/** A seat of an agent in a gathering, as its tab shows it. */
export interface SeatOf {
  readonly gathering: GatheringId
  readonly topic: string
  /** 0: the harvester. */
  readonly number: number
  readonly hasPiece: boolean
}

/** A seat in a circle of another machine passes the piece with its answer, whose last line says so. */
export interface RemotePass {
  readonly id: GatheringId
  readonly machine: MachineName
  readonly line: string
}
