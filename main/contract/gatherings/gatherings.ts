import type { Closing, NoHarvest } from './closing-facts.ts'
import type { KindChoice } from '../agents/kinds.ts'
import type { Decision } from './decisions.ts'
import type { Harvest } from './harvests.ts'
import type { UtterancePreview, Utterance } from './utterances.ts'
import type { Tokens } from '../budget/budget.ts'
import type { SeatReason } from './seat-reasons.ts'
import type { AgentId, PermissionMode, Passage, Actor } from '../api/model.ts'

/**
 * Users and agents in one circle: seats, talking piece, texts, harvest. Types only. Times are milliseconds
 * since 1970 UTC, durations in milliseconds.
 */

/** `gat-` and ten base32 characters. */
export type GatheringId = `gat-${string}`
/** `utt-` and ten base32 characters: one row of a gathering's log. */
export type UtteranceId = `utt-${string}`
/** `grt-` and ten base32 characters: one turn with the piece; requests for another turn are refused. */
export type SpeakingTurnId = `grt-${string}`
/** `hcd-` and ten base32 characters: something that a harvest proposes to file. */
export type HarvestCardId = `hcd-${string}`

/** Opening statements; discussion; conclusions; then a planned decision. */
export type Phase = 'inhale' | 'hold' | 'exhale' | 'decision'
/** Rounds of inhale, hold and exhale, from 1 to 5 each. */
export type Structure = readonly [inhale: number, hold: number, exhale: number]

/** A tab created for a seat when the gathering starts; of the default kind if none is given. */
export interface Spawn extends Partial<KindChoice> {
  readonly cwd: string
  readonly model: string | null
  readonly permissionMode: PermissionMode
  readonly effort?: string | null
  /** Name and instructions of the user's role that it uses. */
  readonly template?: string
  readonly instructions?: string
}

/** `agent` is null for the user, and for an agent whose tab is not created yet (`spawn`). */
export interface Seat {
  /** From 1, in speaking order. 0: the harvester, who is not in it. */
  readonly number: number
  /** Fixed for the whole gathering, even if its tab is renamed. */
  readonly name: string
  /** One line, may be empty. */
  readonly role: string
  readonly kind: 'agent' | 'user'
  readonly agent: AgentId | null
  readonly spawn: Spawn | null
  /** Kept for deleted tabs too. Absent: the default kind, or the user. */
  readonly of?: KindChoice
  /** Absent: seated from the start. */
  readonly joined?: Joined
  /** On another machine, which has ended the seat. */
  readonly left?: true
}

/** The user of the machine that owns the circle; users of other machines sit under an id, as agents do. */
export const isOwnUser = ({ kind, agent }: Pick<Seat, 'kind' | 'agent'>): boolean =>
  kind === 'user' && agent === null

/** A user of another machine. */
export const isGuestSeat = ({ kind, agent }: Pick<Seat, 'kind' | 'agent'>): boolean =>
  kind === 'user' && agent !== null

/**
 * A seat added to a running circle: `n` of the row that says so, and the first round in which it can speak.
 */
export interface Joined {
  readonly n: number
  readonly phase: Phase
  readonly round: number
}

/** State of the user's seat. */
export interface SeatedUser {
  /** Missed a turn without a sign of presence since: later turns get only the grace period. */
  readonly away: boolean
  /** The hand is raised, which the next status summary says. */
  readonly hand: boolean
  /** For the user's turn, at most 16 KiB; may be empty. */
  readonly note: string
  /** The clock is stopped whenever the piece comes to the user. */
  readonly holds: boolean
}

/**
 * Why a turn's clock is stopped. `card`: its holder is asking the user something; at most five minutes.
 * `everything`: the user has stopped all of Janus.
 */
export type ClockStop = 'pause' | 'hold' | 'card' | 'everything' | 'spent'

/** A line of an earlier gathering's harvest, or a text from one. */
export interface CirclePassage {
  readonly from: 'circle'
  readonly gathering: GatheringId
  readonly topic: string
  /** The row of the text, or the source of the harvest's line; null: it has none. */
  readonly utterance: UtteranceId | null
  /** Null for a line of the harvest. */
  readonly speaker: string | null
  /** Agents that have this text in their own conversation already. */
  readonly heardBy?: readonly AgentId[]
  readonly at: number
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string
  /** At most 400 characters. */
  readonly text: string
}

/** Passages of earlier conversations that members get with the question. */
export type SeedPassage = Passage | CirclePassage

/** One turn with the piece, from its arrival at a seat until it moves on. */
export interface SpeakingTurn {
  readonly id: SpeakingTurnId
  /** Seat number of the holder. */
  readonly number: number
  /** When the piece arrived. */
  readonly since: number
  /**
   * Start of the clock: when the prompt was written, or the piece came to the user, shifted by each stop.
   * Null until the prompt is written: then `waitsFrom` counts.
   */
  readonly clockFrom: number | null
  /** Start of the interval within which the prompt must be written. */
  readonly waitsFrom: number
  /** The newest beat: 0 for the first prompt. The last one is the final beat. */
  readonly beat: number
  /** Including those that the host has added. */
  readonly beats: number
  /** Time of the newest beat. */
  readonly beatAt: number
  /** Since when the clock is stopped, and why. */
  readonly stopped: { readonly at: number; readonly by: readonly ClockStop[] } | null
  /** When its holder's open card was first seen in this turn. */
  readonly cardAt: number | null
  /** The host, or the user's own setting, holds it: the clock is stopped and the piece stays. */
  readonly held: boolean
  /**
   * The holder has passed with the tool, which takes effect when that turn ends. Null `to`: the next in
   * order.
   */
  readonly passing: { readonly to: number | null } | null
  /**
   * The holder finished while the piece was held: where it goes when released. Null `to`: the next in order.
   */
  readonly done: { readonly to: number | null } | null
  /**
   * The turn ends with the answer being written: because of `take`, or because that answer was interrupted.
   */
  readonly ending: { readonly why: 'skipped' | 'late' | 'taken' | 'closed'; readonly at: number } | null
  /** Number of texts in it so far. */
  readonly said: number
}

/** The row of an earlier gathering that a fork starts from. */
export interface ForkPoint {
  readonly gathering: GatheringId
  readonly topic: string
  readonly utterance: UtteranceId
  /** Of that row: its position, its seat, and its phase. */
  readonly n: number
  readonly number: number | null
  readonly name: string
  readonly phase: Phase
  readonly round: number
  /**
   * Whether it continues at that row with the next seat, or with a new breath that has the earlier texts as
   * its past.
   */
  readonly begins: 'there' | 'anew'
}

/** A gathering that was forked from this one. */
interface ForkedInto {
  readonly gathering: GatheringId
  readonly topic: string
  readonly utterance: UtteranceId
  readonly at: number
}

export interface Gathering {
  readonly id: GatheringId
  readonly topic: string
  readonly question: string
  /** Name of its preset. */
  readonly rhythm: string | null
  /** The preset's text for everybody; may be empty. */
  readonly opening: string
  /** In speaking order, including the user. */
  readonly seats: readonly Seat[]
  readonly harvester: Seat
  /** Null: the user has no seat. */
  readonly user: SeatedUser | null
  readonly structure: Structure
  readonly beatsPerTurn: number
  /** Milliseconds between two beats of the user; also what each beat adds to an agent's time. */
  readonly interval: number
  readonly grace: number
  /** In the inhale nobody gets another's text before all have spoken. */
  readonly sealed: boolean
  /** Absent: it ends without a decision. */
  readonly decision?: Decision
  /** Model turns, including the harvest, after which it asks the user; raised by *Raise limit*. */
  readonly maxTurns: number
  readonly maxCost: number | null
  readonly maxTokens: number | null
  /** Initial caps, which *Raise limit* adds again. */
  readonly caps: { readonly turns: number; readonly cost: number | null; readonly tokens: number | null }
  readonly convened: Actor & { readonly at: number }
  /** Folder of its files; null: the state folder. */
  readonly folder: string | null
  /** Depth of its turns in a chain of messages: 0 from the user. */
  readonly depth: number
  readonly stage: 'proposed' | 'convening' | 'running' | 'harvesting' | 'closed'
  readonly stageAt: number
  readonly passages: readonly SeedPassage[]
  readonly phase: Phase
  /** Of its phase, from 1. */
  readonly round: number
  /** Seats that have had their turn in this round. */
  readonly spokenSeats: readonly number[]
  /** Those of them, and of the late ones, that were skipped. */
  readonly skippedSeats: readonly { readonly number: number; readonly why: SeatReason }[]
  /** Seats whose prompt could not be written in time: they may speak last in this round. */
  readonly deferredSeats: readonly number[]
  /** Seat that spoke last; the order continues after it. */
  readonly last: number
  /** Seat that the host has chosen to be next. */
  readonly next: number | null
  readonly piece: SpeakingTurn | null
  readonly paused: {
    readonly why: 'user' | 'host' | 'cap'
    readonly name: string
    readonly at: number
  } | null
  /** All texts so far. */
  readonly index: readonly UtterancePreview[]
  /** Sealed in this round, with their texts. */
  readonly sealedUtterances: readonly Utterance[]
  /** Number of rows so far. */
  readonly rows: number
  /** Model turns begun, and the cost of those that have ended. */
  readonly turns: number
  readonly costUsd: number
  readonly tokens: Tokens
  /** Ended turns that reported no price. */
  readonly unpriced: number
  /** The harvester's prompt: when it was due, and when it was written. */
  readonly harvesting: {
    readonly since: number
    readonly writtenAt: number | null
    /** How it will be closed. */
    readonly closing: Closing
    /** The first harvest, while its harvester is prompted again because lines have no source. */
    readonly draft: string | null
    /** `closed`: for a gathering closed earlier without a harvest, whose seats are free already. */
    readonly from: 'circle' | 'closed'
  } | null
  readonly harvest: Harvest | null
  /** Why there is no harvest; null if there is one, or may be. */
  readonly unharvested: NoHarvest | null
  readonly closed: Closing | null
  /** `problem`: why it could not be written. */
  readonly exportedFile: { readonly path: string | null; readonly problem: string } | null
  /** Hidden from the list by the user. */
  readonly archived: boolean
  /** Null: it is no fork. */
  readonly forkedFrom: ForkPoint | null
  /** Oldest first. */
  readonly forks: readonly ForkedInto[]
  /** Texts of the earlier circle, until the members of this one have got them. */
  readonly past: readonly Utterance[]
  readonly idempotencyKey: string | null
}

/** What the holder of the piece, or the harvester, is prompted for. */
export interface PieceCall {
  readonly gathering: GatheringId
  /** Null for the harvest. */
  readonly pieceTurnId: SpeakingTurnId | null
  readonly kind: 'grant' | 'beat' | 'final' | 'harvest'
  /** 0 for the grant and the harvest, 1 for a repeated harvest. */
  readonly beat: number
}

/** Speaking order of the waiting seats after seat `last`: around the circle, then the late ones. */
export function inTurnOrder<Waiting extends { readonly number: number }>(
  waiting: readonly Waiting[],
  last: number,
  isLate: (seat: Waiting) => boolean,
): readonly Waiting[] {
  const onTime = waiting.filter((seat) => !isLate(seat))
  const after = onTime.filter(({ number }) => number > last)
  return [...after, ...onTime.filter(({ number }) => number <= last), ...waiting.filter(isLate)]
}

/** Whether new texts are hidden from the others until all have spoken; ballots always are. */
export function isSealed({ sealed, phase }: Gathering): boolean {
  return phase === 'decision' || (sealed && phase === 'inhale')
}

/** The user's controls of a gathering, each with its own route. */
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
