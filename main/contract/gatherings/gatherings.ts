import type { Closing, NoHarvest } from './closing-facts.ts'
import type { KindChoice } from '../agents/kinds.ts'
import type { Decision } from './decisions.ts'
import type { Harvest } from './harvests.ts'
import type { UtterancePreview, Utterance } from './utterances.ts'
import type { Tokens } from '../budget/budget.ts'
import type { SeatReason } from './seat-reasons.ts'
import type { AgentId, PermissionMode, Passage, Actor } from '../api/model.ts'

/**
 * People and agents in one circle: who sits, who holds the talking piece, what was said, what was harvested. Types
 * only. Times are milliseconds since 1970 UTC, spans in ms.
 */

/** `gat-` and ten base32 characters. */
export type GatheringId = `gat-${string}`
/** `utt-` and ten base32 characters: one row of what happened in a gathering. */
export type UtteranceId = `utt-${string}`
/** `grt-` and ten base32 characters: one turn with the piece, and the fence of everything done in it. */
export type SpeakingTurnId = `grt-${string}`
/** `hcd-` and ten base32 characters: something that a harvest proposes to file. */
export type HarvestCardId = `hcd-${string}`

/** The breath: each from where they sit; friction; convergence; then a decision, where one is planned. */
export type Phase = 'inhale' | 'hold' | 'exhale' | 'decision'
/** Rounds of inhale, hold and exhale, each from 1 to 5. */
export type Structure = readonly [inhale: number, hold: number, exhale: number]

/** A tab that is made for a seat when the gathering starts; of the usual kind where none is said. */
export interface Spawn extends Partial<KindChoice> {
  readonly cwd: string
  readonly model: string | null
  readonly permissionMode: PermissionMode
  readonly effort?: string | null
  /** Of a role of the user's: its name, and what it has the agent told at its start. */
  readonly template?: string
  readonly instructions?: string
}

/** Who sits where. `agent` is null for the user, and for an agent whose tab is not made yet (`spawn`). */
export interface Seat {
  /** From 1; the order of speaking. 0: the harvester, who has no place in it. */
  readonly number: number
  /** Stays for the whole gathering, whatever its tab is called by then. */
  readonly name: string
  /** One line, may be empty. */
  readonly role: string
  readonly kind: 'agent' | 'user'
  readonly agent: AgentId | null
  readonly spawn: Spawn | null
  /** Whose agent sits, or is to: known when its tab is deleted, too. Absent: the usual kind, or the user. */
  readonly of?: KindChoice
  /** Absent: it sat there from the start. */
  readonly joined?: Joined
  /** Of another machine: that has taken it out again. */
  readonly left?: true
}

/** Whether a seat is that of the user of the machine that keeps the circle: one of another machine sits under an id, as agents do. */
export const isOwnUser = ({ kind, agent }: Pick<Seat, 'kind' | 'agent'>): boolean =>
  kind === 'user' && agent === null

/** Whether it is the user's of another machine. */
export const isGuestSeat = ({ kind, agent }: Pick<Seat, 'kind' | 'agent'>): boolean =>
  kind === 'user' && agent !== null

/** When a seat joined a circle that ran: `n` of the row that tells it, and the first round in which it can speak. */
export interface Joined {
  readonly n: number
  readonly phase: Phase
  readonly round: number
}

/** What holds of the user's seat. */
export interface SeatedUser {
  /** Missed a turn, and gave no sign of life since: later turns get the grace only. */
  readonly away: boolean
  /** A hand is raised: the next status summary says so. */
  readonly hand: boolean
  /** Kept for one's turn, at most 16 KiB; empty: none. */
  readonly note: string
  /** The clock is held whenever the piece comes to the user. */
  readonly holds: boolean
}

/**
 * Why the clock of a turn stands. `card`: its holder asks the user something; five minutes at most. `everything`: the
 * user has stopped all of Janus.
 */
export type ClockStop = 'pause' | 'hold' | 'card' | 'everything' | 'spent'

/** A line of the harvest of an earlier gathering, or words said in one. */
export interface CirclePassage {
  readonly from: 'circle'
  readonly gathering: GatheringId
  readonly topic: string
  /** The row that the words are of; of a line of the harvest: that it rests on. Null: on none. */
  readonly utterance: UtteranceId | null
  /** Whose words they are; null for a line of the harvest. */
  readonly speaker: string | null
  /** The agents that have these words in their own conversation already. */
  readonly heardBy?: readonly AgentId[]
  readonly at: number
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string
  /** At most 400 characters. */
  readonly text: string
}

/** What the members are given of earlier talks with the question. */
export type SeedPassage = Passage | CirclePassage

/** One turn with the piece: from the moment it comes to a seat until it moves on. */
export interface SpeakingTurn {
  readonly id: SpeakingTurnId
  /** Number of the seat that holds the piece. */
  readonly number: number
  /** When the piece came. */
  readonly since: number
  /**
   * The clock: when the grant was written, or the piece came to the user, moved on by every time it stood. Null
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
  readonly stopped: { readonly at: number; readonly by: readonly ClockStop[] } | null
  /** Its holder's open card was first seen then, in this turn. */
  readonly cardAt: number | null
  /** The host, or the user's own switch, holds it: its clock stands, and it stays with this seat. */
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

/** The place in an earlier gathering where a fork leaves it. */
export interface ForkPoint {
  readonly gathering: GatheringId
  readonly topic: string
  readonly utterance: UtteranceId
  /** Of that row: its place, whose it is, and where in the breath. */
  readonly n: number
  readonly number: number | null
  readonly name: string
  readonly phase: Phase
  readonly round: number
  /** `there`: it goes on at that place, with the next seat. `again`: a new breath, with what was said as its past. */
  readonly begins: 'there' | 'anew'
}

/** A gathering that was forked from this one, and from which row of it. */
interface ForkedInto {
  readonly gathering: GatheringId
  readonly topic: string
  readonly utterance: UtteranceId
  readonly at: number
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
  /** In the order of speaking, the user's too. */
  readonly seats: readonly Seat[]
  readonly harvester: Seat
  /** Null: the user has no seat. */
  readonly user: SeatedUser | null
  readonly structure: Structure
  readonly beatsPerTurn: number
  /** Between two beats of the user, and what each beat adds to an agent's time, in ms. */
  readonly interval: number
  readonly grace: number
  /** In the inhale nobody is given another's words before all have spoken. */
  readonly sealed: boolean
  /** Absent: it ends without a decision. */
  readonly decision?: Decision
  /** Model turns after which it asks the user, the harvest's included; raised by *Go on*. */
  readonly maxTurns: number
  readonly maxCost: number | null
  readonly maxTokens: number | null
  /** What the caps were at first: *Go on* adds as much. */
  readonly caps: { readonly turns: number; readonly cost: number | null; readonly tokens: number | null }
  readonly convened: Actor & { readonly at: number }
  /** Where its files go; null: the state folder. */
  readonly folder: string | null
  /** How deep in a chain of messages its turns stand: 0 from the user. */
  readonly depth: number
  readonly stage: 'proposed' | 'convening' | 'running' | 'harvesting' | 'closed'
  readonly stageAt: number
  readonly passages: readonly SeedPassage[]
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
    readonly why: 'user' | 'host' | 'cap'
    readonly name: string
    readonly at: number
  } | null
  /** Everything said so far. */
  readonly index: readonly UtterancePreview[]
  /** Sealed in this round, with their words. */
  readonly sealedUtterances: readonly Utterance[]
  /** Rows so far. */
  readonly rows: number
  /** Model turns begun, and what those that have ended cost. */
  readonly turns: number
  readonly costUsd: number
  readonly tokens: Tokens
  /** Turns that have ended and told no price. */
  readonly unpriced: number
  /** The harvester's prompt: when it was due, when it was written. */
  readonly harvesting: {
    readonly since: number
    readonly writtenAt: number | null
    /** What it will be closed with. */
    readonly closing: Closing
    /** The harvest as it was written at first, while its harvester is asked once more: lines rest on nothing. */
    readonly draft: string | null
    /** Out of the circle; or later, of one that had been closed without: then its seats are free already. */
    readonly from: 'circle' | 'closed'
  } | null
  readonly harvest: Harvest | null
  /** Why there is none; null where there is one, or may be. */
  readonly unharvested: NoHarvest | null
  readonly closed: Closing | null
  /** Its file, once it was written; `problem`: why it could not be. */
  readonly exportedFile: { readonly path: string | null; readonly problem: string } | null
  /** Put away from the list by the user. */
  readonly archived: boolean
  /** Null: it began by itself. */
  readonly forkedFrom: ForkPoint | null
  /** What was forked from it, oldest first. */
  readonly forks: readonly ForkedInto[]
  /** What was said in the earlier circle, until it is given to the members of this one. */
  readonly past: readonly Utterance[]
  readonly idempotencyKey: string | null
}

/** What the holder of the piece, or the harvester, is being asked. */
export interface PieceCall {
  readonly gathering: GatheringId
  /** Null for the harvest. */
  readonly pieceTurnId: SpeakingTurnId | null
  readonly kind: 'grant' | 'beat' | 'final' | 'harvest'
  /** 0 for the grant and the harvest, 1 for a harvest that is asked for once more. */
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

/** Whether what is said now is kept from the others until all have spoken; ballots always are. */
export function isSealed({ sealed, phase }: Gathering): boolean {
  return phase === 'decision' || (sealed && phase === 'inhale')
}

/** What the user's hand does with a gathering, each a route of its own. */
export const steering = [
  'start',
  'dismiss',
  'note',
  'hand',
  'take',
  'pause',
  'hold',
  'resume',
  'skip',
  'extend',
  'open',
  'close',
  'here',
] as const
