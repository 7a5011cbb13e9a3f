import type { GatheringId, Phase, SpeakingTurnId, UtteranceId } from './gatherings.ts'
import type { AgentId, MessageId, TurnId } from '../api/model.ts'

/** The log of a gathering. Types only. Times are milliseconds since 1970 UTC, durations in milliseconds. */

export interface UtterancePreview {
  readonly id: UtteranceId
  readonly kind: 'said' | 'passed' | 'silent'
  readonly number: number
  readonly name: string
  readonly phase: Phase
  readonly round: number
  /** First 80 characters; empty for silence, or a pass without text. */
  readonly first: string
  readonly sealed: boolean
  /** From an earlier circle, before a new breath: it counts for no round of this one. */
  readonly earlier?: true
}

/**
 * `said`, `passed` (with few words), `silent`: a seat's turn or part of it. `missed`: skipped, `text` says
 * why. `comment`: arrived after the piece had moved on. `host`: the user, out of turn. `phase`: a phase
 * begins. `opened`: the texts of a round were opened. `note`: an event.
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

export interface Utterance {
  readonly id: UtteranceId
  readonly gathering: GatheringId
  /** Position among the rows, from 1. */
  readonly n: number
  readonly kind: UtteranceKind
  /** Seat number; null for Janus's own rows, and for the host. */
  readonly number: number | null
  readonly name: string
  readonly agent: AgentId | null
  readonly phase: Phase
  readonly round: number
  /** The beat that it answers: 0 for the first prompt. */
  readonly beat: number
  readonly beats: number
  readonly pieceTurnId: SpeakingTurnId | null
  /** The agent's turn that wrote it. */
  readonly turn: TurnId | null
  readonly turnNumber: number | null
  /** Markdown; at most 64 KiB of UTF-8. */
  readonly text: string
  readonly at: number
  /** Duration of the agent's turn, or how long the user held the piece; else 0. */
  readonly ms: number
  readonly costUsd: number
  /** Number of tool calls in that turn. */
  readonly tools: number
  /** Its turn was interrupted; its completed text counts. */
  readonly cut: boolean
  /** Nobody has got its text yet. */
  readonly sealed: boolean
  readonly sent: readonly UtteranceSent[]
  /** Seat with the piece at that time; null: nobody. */
  readonly holder: number | null
  /** Model turns begun until then, and the cost of those that had ended. */
  readonly soFar: { readonly turns: number; readonly costUsd: number }
  /** For a fork: the row of the earlier circle that it copies; null: it was written here. */
  readonly origin: UtteranceId | null
}

export interface UtteranceSent {
  /** Seat number; 0: the harvester. */
  readonly number: number
  readonly to: AgentId
  readonly message: MessageId
}

/** The gathering data of a message. Such messages are always absorbed. */
export interface Spoken {
  readonly gathering: GatheringId
  /** Null for the first prompt and for notices. */
  readonly utterance: UtteranceId | null
  /** Seat of its author; null for Janus and the host. */
  readonly number: number | null
  /** Written in the circle that this one was forked from. */
  readonly earlier?: true
  /** The header shows its id, since its reader may cite it in a harvest. */
  readonly isCited?: true
}
