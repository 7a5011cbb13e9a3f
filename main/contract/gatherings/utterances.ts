import type { GatheringId, Phase, SpeakingTurnId, UtteranceId } from './gatherings.ts'
import type { AgentId, MessageId, TurnId } from '../api/model.ts'

/** What was said in a gathering, row by row. Types only. Times are milliseconds since 1970 UTC, spans in ms. */

/** Something said, by its first words. */
export interface UtterancePreview {
  readonly id: UtteranceId
  readonly kind: 'said' | 'passed' | 'silent'
  readonly number: number
  readonly name: string
  readonly phase: Phase
  readonly round: number
  /** First 80 characters; empty for silence, or a pass without words. */
  readonly first: string
  readonly sealed: boolean
  /** Said in an earlier circle, before a breath that began again: it counts for no round of this one. */
  readonly earlier?: true
}

/**
 * What a row of a gathering is. `said`, `passed` (with few words), `silent`: a seat's turn or a part of it. `missed`:
 * passed over, `text` says why. `comment`: came after the piece had moved on. `host`: the user, out of turn.
 * `phase`: a phase begins. `opened`: the words of a round were opened. `note`: something happened.
 */
export type UtteranceKind =
  | 'said'
  | 'passed'
  | 'silent'
  | 'missed'
  | 'comment'
  | 'host'
  | 'phase'
  | 'opened'
  | 'note'

/** One row of a gathering. */
export interface Utterance {
  readonly id: UtteranceId
  readonly gathering: GatheringId
  /** Place among the rows, from 1. */
  readonly n: number
  readonly kind: UtteranceKind
  /** Whose it is; null for Janus's own rows, and for the host. */
  readonly number: number | null
  readonly name: string
  readonly agent: AgentId | null
  readonly phase: Phase
  readonly round: number
  /** The beat that it answers: 0 for the grant. */
  readonly beat: number
  readonly beats: number
  readonly pieceTurnId: SpeakingTurnId | null
  /** The agent's turn that said it. */
  readonly turn: TurnId | null
  readonly turnNumber: number | null
  /** Markdown; at most 64 KiB of UTF-8. */
  readonly text: string
  readonly at: number
  /** How long its turn of the agent took, or how long the user held the piece; 0 where neither applies. */
  readonly ms: number
  readonly costUsd: number
  /** Tools used in that turn. */
  readonly tools: number
  /** Its turn was interrupted; what it had completed counts. */
  readonly cut: boolean
  /** Its words are not given to anybody yet. */
  readonly sealed: boolean
  readonly sent: readonly UtteranceSent[]
  /** Who held the piece as it was written; null: nobody. */
  readonly holder: number | null
  /** Model turns begun until then, and what those that had ended cost. */
  readonly soFar: { readonly turns: number; readonly costUsd: number }
  /** The row of an earlier circle that it stands for in a fork; null: it happened here. */
  readonly origin: UtteranceId | null
}

/** One listener of an utterance. */
export interface UtteranceSent {
  /** Of its seat; 0: the harvester. */
  readonly number: number
  readonly to: AgentId
  readonly message: MessageId
}

/** What a message of a gathering says of that. Such messages are always absorbed. */
export interface Spoken {
  readonly gathering: GatheringId
  /** Null for the seed and for news. */
  readonly utterance: UtteranceId | null
  /** Seat of who said it; null for Janus and the host. */
  readonly number: number | null
  /** Said in the circle that this one was forked from. */
  readonly earlier?: true
  /** Its reader names it in a harvest: its id stands in the header. */
  readonly isCited?: true
}
