import type { Tokens } from '../../contract/budget/budget.ts'
import type { PieceCall, SpeakingTurnId } from '../../contract/gatherings/gatherings.ts'
import type { LinkId } from '../../contract/links/links.ts'
import type { Heartbeat, HeartbeatId, Intent } from '../../contract/timers/heartbeats.ts'
import type { ServiceError } from '../../contract/agents/service-errors.ts'
import type {
  AgentId,
  FrameId,
  MessageId,
  TurnId,
  TurnOrigin,
  TurnTrigger,
} from '../../contract/api/model.ts'

/**
 * `written`: on its way. `accepted`: in the process's input. `started`: read. `locating`: its process died,
 * and the transcript is being searched. `unfinished`: read, but its turn was broken off; it resumes as a new
 * frame.
 */
export type FramePhase = 'written' | 'accepted' | 'started' | 'locating' | 'unfinished'

/** Why a turn was broken off. `retryAt`: time of the automatic retry, in ms; null: the user must retry. */
export type Break =
  | { readonly why: 'died' | 'login' | 'stopped' }
  /** The turn cap was reached; `goesOn`: the user lets it continue. */
  | { readonly why: 'cap'; readonly goesOn: boolean }
  /** `by`: names of the senders whose messages interrupted it. */
  | { readonly why: 'interjected'; readonly by: readonly string[] }
  | { readonly why: 'error'; readonly detail: string; readonly retryAt: number | null }

/**
 * `begin`: starts a turn when idle. `steer`: into the running turn, at its next tool boundary. `interject`:
 * ends the running turn after its tool. `note`: into the conversation without a turn, read with the next
 * prompt.
 */
export type Entrance = 'begin' | 'steer' | 'interject' | 'note'

/** What led to a turn. Kept with a broken-off turn, so that it resumes with the same origin. */
export interface TurnProvenance {
  readonly origin: TurnOrigin
  readonly trigger: TurnTrigger
  readonly promptedBy: Prompter | null
  /** Messages that started it. */
  readonly begun: readonly MessageId[]
  /** Their senders except Janus: ids of agents or `user`; `from` has all their names. */
  readonly senders: readonly string[]
  readonly from: readonly string[]
  /** Messages that started it, then those steered into it. */
  readonly causes: readonly MessageId[]
  readonly depth: number
  /** The link whose crossing started it; its usage counts for that link. */
  readonly link: LinkId | null
}

/** What started a turn without a message. */
type Prompter =
  /** `note`: its first line. */
  | {
      readonly by: 'heartbeat'
      readonly id: HeartbeatId
      readonly intent: Intent
      readonly note: string
    }
  | { readonly by: 'gathering'; readonly call: PieceCall }

/** `dueAt`: when it was to fire, in ms. */
type Fired = Pick<
  Heartbeat,
  'id' | 'intent' | 'note' | 'about' | 'depth' | 'set' | 'schedule' | 'dueAt' | 'every'
> &
  // Absent in records of older versions.
  Partial<Pick<Heartbeat, 'fired' | 'costUsd' | 'trigger'>>

/** Stored with its frame, so that it can be sent again after a crash. */
export type OwnPrompt = PromptWords &
  (Extract<Prompter, { by: 'gathering' }> | ({ readonly by: 'heartbeat' } & Fired))

export interface PromptWords {
  /** The line that names it to a model, where it has one; the user sees it apart from the text. */
  readonly head: string
  readonly text: string
}

/**
 * One input written to a process. At most one that begins a turn or notes is in flight, and one behind it.
 */
export interface Frame {
  readonly id: FrameId
  readonly agent: AgentId
  /**
   * `nudge`: resumes after a crash or an error. `resume`: resumes after an interjection. `reminder`: about a
   * ticket that was read but not answered. All three are about messages that were read before.
   */
  readonly kind: 'mail' | 'nudge' | 'resume' | 'reminder' | 'prompt'
  readonly how: Entrance
  readonly messages: readonly MessageId[]
  readonly phase: FramePhase
  /** Set while `unfinished`. */
  readonly broke: Break | null
  /** Of the turn that it resumes; null for mail, where the messages tell. */
  readonly chain: TurnProvenance | null
  /** The prompt of a timer or gathering; absorbed messages go before it. */
  readonly prompt: OwnPrompt | null
  /** Set while `unfinished`, if the conversation no longer contains what it was about. */
  readonly isForgotten?: true
  /** Number of retries after errors. */
  readonly tries: number
  /** Absent without an error, and in records of older versions. */
  readonly failure?: ServiceFailure
  /** It is about several broken turns. */
  readonly isSeveral?: true
  readonly writtenAt: number
}

/** Consecutive model-service errors that broke a turn off. */
export interface ServiceFailure {
  readonly error: ServiceError
  /** How often in a row the service rejected the same request. */
  readonly times: number
  /** The first failed turn's prompt: before it, the service accepted the conversation. */
  readonly began: FrameId
  /** Number of the newest failed turn. */
  readonly turn: number
  /** Another turn has run since, during a retry. */
  readonly isEarlier?: true
}

/** From a prompt entering an agent to its result. */
export interface Turn extends TurnProvenance {
  readonly id: TurnId
  readonly agent: AgentId
  /** Number in its agent, from 1. */
  readonly n: number
  readonly frame: FrameId | null
  readonly startedAt: number
  readonly endedAt: number | null
  /** `completed`, or the reason it broke off; empty while it runs. */
  readonly outcome: string
  /** The newest text; the final text once it has ended. */
  readonly text: string
  /** Streamed text that is not part of a complete block yet, as last saved. */
  readonly streamed?: string
  readonly costUsd: number
  readonly tokens: Tokens
  /** False: the process reported no price. */
  readonly isPriced: boolean
  /** Usage observed but not booked yet; the process reports the total at the end, if it gets that far. */
  readonly seen: Tokens
  /** When its newest text came, in ms. */
  readonly saidAt: number | null
  readonly tools: number
}

export function callIn(by: Prompter | OwnPrompt | null | undefined): PieceCall | null {
  return by?.by === 'gathering' ? by.call : null
}

/** The gathering's question that a frame asks or resumes; null: none. */
export function callOf({ prompt, chain }: Pick<Frame, 'prompt' | 'chain'>): PieceCall | null {
  return callIn(prompt) ?? callIn(chain?.promptedBy)
}

/** `pieceTurnId` null: the harvest. */
export function isOfPieceTurn(frame: Frame, pieceTurnId: SpeakingTurnId | null): boolean {
  return callOf(frame)?.pieceTurnId === pieceTurnId
}
