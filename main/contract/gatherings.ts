import type { Closing, NoHarvest } from './closing-facts.ts'
/**
 * People and agents in one circle: who sits, who holds the talking piece, what was said, what was harvested. Types
 * only. Times are milliseconds since 1970 UTC, spans in ms.
 */

import type { SeatReason } from './seat-reasons.ts'
import type { AgentId, MessageId, PermissionMode, TurnId, Passage, Actor } from './model.ts'

/** `gat-` and ten base32 characters. */
export type GatheringId = `gat-${string}`
/** `utt-` and ten base32 characters: one row of what happened in a gathering. */
export type UtteranceId = `utt-${string}`
/** `grt-` and ten base32 characters: one turn with the piece, and the fence of everything done in it; `turn_id` in tools. */
export type SpeakingTurnId = `grt-${string}`
/** `hcd-` and ten base32 characters: something that a harvest proposes to file. */
export type HarvestCardId = `hcd-${string}`

/** The breath: each from where they sit; friction; convergence. */
export type Phase = 'inhale' | 'hold' | 'exhale'
/** Rounds of each phase, in order, each from 1 to 5. */
export type Structure = readonly [inhale: number, hold: number, exhale: number]

/** A tab that is made for a seat when the gathering starts. */
export interface Spawn {
  readonly cwd: string
  readonly model: string | null
  readonly permissionMode: PermissionMode
}

/** Who sits where. `agent` is null for the person, and for an agent whose tab is not made yet (`spawn`). */
export interface Seat {
  /** From 1; the order of speaking. 0: the harvester, who has no place in it. */
  readonly number: number
  /** Stays for the whole gathering, whatever its tab is called by then. */
  readonly name: string
  /** One line, may be empty. */
  readonly role: string
  readonly kind: 'agent' | 'human'
  readonly agent: AgentId | null
  readonly spawn: Spawn | null
}

/** What holds of the person's seat. */
export interface HumanSeat {
  /** Missed a turn, and gave no sign of life since: later turns get the grace only. */
  readonly away: boolean
  /** A hand is raised: the next pulse says so. */
  readonly hand: boolean
  /** Kept for one's turn, at most 16 KiB; empty: none. */
  readonly note: string
  /** The clock is held whenever the piece comes to the person. */
  readonly holds: boolean
}

/**
 * Why the clock of a turn stands. `card`: its holder asks the person something; five minutes at most. `everything`: the
 * person has stopped all of Janus.
 */
export type Stop = 'pause' | 'hold' | 'card' | 'everything'

/** One turn with the piece: from the moment it comes to a seat until it moves on. */
export interface SpeakingTurn {
  readonly id: SpeakingTurnId
  /** Number of the seat that holds the piece. */
  readonly number: number
  /** When the piece came. */
  readonly since: number
  /**
   * The clock: when the grant was written, or the piece came to the person, moved on by every time it stood. Null
   * while the grant is not written: then `waitsFrom` counts.
   */
  readonly clockFrom: number | null
  /** From when on the one interval counts within which the grant must be written. */
  readonly waitsFrom: number
  /** Newest beat put: 0 for the grant. The last one is the final beat. */
  readonly beat: number
  /** Beats of this turn, with those that the host has added. */
  readonly beats: number
  /** When the newest beat was put. */
  readonly beatAt: number
  /** Since when the clock stands, and why. */
  readonly stopped: { readonly at: number; readonly by: readonly Stop[] } | null
  /** Its holder's open card was first seen then, in this turn. */
  readonly cardAt: number | null
  /** The host, or the person's own switch, holds it: its clock stands, and it stays with this seat. */
  readonly held: boolean
  /** The holder has passed by tool; it takes effect when the turn that passed ends. */
  readonly passing: { readonly to: number | null } | null
  /** The holder was done while the piece was held: where it goes when it is let go, null for the next in order. */
  readonly done: { readonly to: number | null } | null
  /** The turn is to end with the answer that is being written: `take`, or that answer was interrupted. */
  readonly ending: { readonly why: 'skipped' | 'late' | 'taken' | 'closed'; readonly at: number } | null
  /** Things said in it so far. */
  readonly said: number
}

/** Something said, by its first words. */
export interface Heard {
  readonly id: UtteranceId
  readonly kind: 'said' | 'passed' | 'silent'
  readonly number: number
  readonly name: string
  readonly phase: Phase
  readonly round: number
  /** First 80 characters; empty for silence, or a pass without words. */
  readonly first: string
  readonly sealed: boolean
}

/** Something that a harvest proposes, filed only on the person's click. */
export interface HarvestCard {
  readonly id: HarvestCardId
  readonly kind: 'todo' | 'doc'
  /** For a `doc`: where it goes, relative to the gathering's folder, as the harvester wrote it; else empty. */
  readonly path: string
  readonly text: string
  readonly state: 'proposed' | 'filed' | 'refused'
  readonly at: number
}

/** What the harvester made of the gathering. */
export interface Harvest {
  /** Markdown with the sections Decided, Open, Dissent, Next; ids of utterances in brackets. */
  readonly text: string
  readonly at: number
  readonly cards: readonly HarvestCard[]
}

/** A turn-taking conversation. */
export interface Gathering {
  readonly id: GatheringId
  readonly topic: string
  readonly question: string
  /** Name of the preset that it was made from. */
  readonly rhythm: string | null
  /** The preset's own words to everybody; may be empty. */
  readonly opening: string
  /** In the order of speaking, the person's too. */
  readonly seats: readonly Seat[]
  readonly harvester: Seat
  /** Null: the person has no seat. */
  readonly human: HumanSeat | null
  readonly structure: Structure
  readonly beatsPerTurn: number
  /** Between two beats of the person, and what each beat adds to an agent's time, in ms. */
  readonly interval: number
  readonly grace: number
  /** In the inhale nobody is given another's words before all have spoken. */
  readonly sealed: boolean
  /** Model turns after which it asks the person, the harvest's included; raised by *Go on*. */
  readonly maxTurns: number
  readonly maxCost: number | null
  /** What the caps were at first: *Go on* adds as much. */
  readonly caps: { readonly turns: number; readonly cost: number | null }
  readonly convened: Actor & { readonly at: number }
  /** Where its files go; null: the state folder. */
  readonly folder: string | null
  /** How deep in a chain of messages its turns stand: 0 from the person. */
  readonly depth: number
  readonly stage: 'proposed' | 'convening' | 'running' | 'harvesting' | 'closed'
  readonly stageAt: number
  readonly passages: readonly Passage[]
  readonly phase: Phase
  /** Of its phase, from 1. */
  readonly round: number
  /** Numbers of those who have had their turn in this round. */
  readonly spokenSeats: readonly number[]
  /** Of these, and of the late ones, who was passed over, and why. */
  readonly skippedSeats: readonly { readonly number: number; readonly why: SeatReason }[]
  /** Of those whose grant could not be written in time: they may speak last in this round. */
  readonly deferredSeats: readonly number[]
  /** Number of the seat that spoke last: the order goes on after it. */
  readonly last: number
  /** Whose turn comes next, by the host's hand. */
  readonly next: number | null
  readonly piece: SpeakingTurn | null
  readonly paused: {
    readonly why: 'person' | 'host' | 'cap'
    readonly name: string
    readonly at: number
  } | null
  /** Everything said so far. */
  readonly index: readonly Heard[]
  /** Sealed in this round, with their words. */
  readonly sealedUtterances: readonly Utterance[]
  /** Rows so far. */
  readonly rows: number
  /** Model turns begun, and what those that have ended cost. */
  readonly turns: number
  readonly costUsd: number
  /** The harvester's prompt: when it was due, when it was written. */
  readonly harvesting: {
    readonly since: number
    readonly writtenAt: number | null
    /** What it will be closed with. */
    readonly closing: Closing
  } | null
  readonly harvest: Harvest | null
  /** Why there is none; null where there is one, or may be. */
  readonly unharvested: NoHarvest | null
  readonly closed: Closing | null
  /** Its file, once it was written; `problem`: why it could not be. */
  readonly exportedFile: { readonly path: string | null; readonly problem: string } | null
  /** Put away from the list by the person. */
  readonly archived: boolean
  readonly idempotencyKey: string | null
}

/**
 * What a row of a gathering is. `said`, `passed` (with few words), `silent`: a seat's turn or a part of it. `missed`:
 * passed over, `text` says why. `comment`: came after the piece had moved on. `host`: the person, out of turn.
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
  readonly grant: SpeakingTurnId | null
  /** The agent's turn that said it. */
  readonly turn: TurnId | null
  readonly turnNumber: number | null
  /** Markdown; at most 64 KiB of UTF-8. */
  readonly text: string
  readonly at: number
  /** How long its turn of the agent took, or how long the person held the piece; 0 where neither applies. */
  readonly ms: number
  readonly costUsd: number
  /** Tools used in that turn. */
  readonly tools: number
  /** Its turn was interrupted; what it had completed counts. */
  readonly cut: boolean
  /** Its words are not given to anybody yet. */
  readonly sealed: boolean
  readonly sent: readonly UtteranceSent[]
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
}

/** What the holder of the piece, or the harvester, is being asked. */
export interface PieceCall {
  readonly gathering: GatheringId
  /** Null for the harvest. */
  readonly grant: SpeakingTurnId | null
  readonly kind: 'grant' | 'beat' | 'final' | 'harvest'
  /** 0 for the grant and the harvest. */
  readonly beat: number
}

/** The order in which the piece comes to those who wait for it, after the seat that had it last: round the circle, then who is late. */
export function inTurnOrder<Waiting extends { readonly number: number }>(
  waiting: readonly Waiting[],
  last: number,
  isLate: (seat: Waiting) => boolean,
): readonly Waiting[] {
  const onTime = waiting.filter((seat) => !isLate(seat))
  const after = onTime.filter(({ number }) => number > last)
  return [...after, ...onTime.filter(({ number }) => number <= last), ...waiting.filter(isLate)]
}
