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
 * `written`: on its way. `accepted`: in the process's input. `started`: read. `locating`: its process died, the
 * transcript is being asked. `unfinished`: read, its turn broken off; it goes on as a new frame.
 */
export type FramePhase = 'written' | 'accepted' | 'started' | 'locating' | 'unfinished'

/** What broke a turn off. `retryAt`: when it is begun again by itself, in ms; null: by the user's word. */
export type Break =
  | { readonly why: 'died' | 'login' | 'stopped' }
  /** At the cap of a turn; `goesOn`: the user lets it. */
  | { readonly why: 'cap'; readonly goesOn: boolean }
  /** `by`: names of those whose words came instead. */
  | { readonly why: 'interjected'; readonly by: readonly string[] }
  | { readonly why: 'error'; readonly detail: string; readonly retryAt: number | null }

/**
 * How a frame enters its process. `begin`: a turn of its own, when nothing runs. `steer`: into the turn that runs, at
 * its next tool boundary. `interject`: ends the turn that runs after its tool. `note`: into the conversation,
 * without a turn; it is read with the next prompt.
 */
export type Entrance = 'begin' | 'steer' | 'interject' | 'note'

/** What a turn goes back to: kept with a turn that was broken off, so that it goes on as what it was. */
export interface TurnProvenance {
  readonly origin: TurnOrigin
  readonly trigger: TurnTrigger
  /** What of Janus's own began it. */
  readonly promptedBy: Prompter | null
  /** Messages that began it. */
  readonly begun: readonly MessageId[]
  /** Who wrote those, apart from Janus: ids of agents, `user`; and all their names. */
  readonly senders: readonly string[]
  readonly from: readonly string[]
  /** Messages that began it, then those that were steered into it. */
  readonly causes: readonly MessageId[]
  readonly depth: number
  /** Whose crossing began it, as the first of its words; null: nothing that crossed. Its use counts for that link. */
  readonly link: LinkId | null
}

/** Who asks for a turn when nobody wrote: a timer that has fired, or a gathering. */
type Prompter =
  /** `note`: its first line. */
  | {
      readonly by: 'heartbeat'
      readonly id: HeartbeatId
      readonly intent: Intent
      readonly note: string
    }
  | { readonly by: 'gathering'; readonly call: PieceCall }

/** A heartbeat that has fired, and when it was to, in ms. */
type Fired = Pick<
  Heartbeat,
  'id' | 'intent' | 'note' | 'about' | 'depth' | 'set' | 'schedule' | 'dueAt' | 'every'
> &
  // With what it has fired and cost so far; prompts of before this was kept have neither.
  Partial<Pick<Heartbeat, 'fired' | 'costUsd' | 'trigger'>>

/** What is asked, kept with its frame so that it can be put again after a death. */
export type OwnPrompt = PromptWords &
  (Extract<Prompter, { by: 'gathering' }> | ({ readonly by: 'heartbeat' } & Fired))

/** The words of a prompt of Janus's own. */
export interface PromptWords {
  /** The line that names it to a model, where it has one; for people that stands beside the words. */
  readonly head: string
  readonly text: string
}

/** One line on its way to a process: at most one that begins a turn or notes, and one behind it, in this order. */
export interface Frame {
  readonly id: FrameId
  readonly agent: AgentId
  /**
   * `nudge`: begins again what a death or an error broke off. `resume`: what an interjection did. `reminder`: a
   * ticket that was read and not answered. They are about messages that were read before.
   */
  readonly kind: 'mail' | 'nudge' | 'resume' | 'reminder' | 'prompt'
  readonly how: Entrance
  readonly messages: readonly MessageId[]
  readonly phase: FramePhase
  /** Set while it is `unfinished`. */
  readonly broke: Break | null
  /** Of the turn that it takes up again; null for mail, whose messages say it. */
  readonly chain: TurnProvenance | null
  /** What it puts for a timer or a gathering; absorbed words go before it. */
  readonly prompt: OwnPrompt | null
  /** Set while it is `unfinished`, where the conversation does not hold what it was about. */
  readonly isForgotten?: true
  /** How often its turn was begun again after an error. */
  readonly tries: number
  /** Absent where no error has broken its turn off, and in records of before this was kept. */
  readonly failure?: ServiceFailure
  /** It is about several turns that errors broke off. */
  readonly isSeveral?: true
  readonly writtenAt: number
}

/** The errors of the model service that broke a turn off, one after the other. */
export interface ServiceFailure {
  /** The newest. */
  readonly error: ServiceError
  /** How often the service has refused the same in a row. */
  readonly times: number
  /** The prompt of the first of these turns: before it the conversation was not refused. */
  readonly began: FrameId
  /** Number of the newest of these turns. */
  readonly turn: number
  /** Another turn ran since, as this was begun again. */
  readonly isEarlier?: true
}

/** From a prompt entering an agent to its result. */
export interface Turn extends TurnProvenance {
  readonly id: TurnId
  readonly agent: AgentId
  /** From 1 in its agent. */
  readonly n: number
  readonly frame: FrameId | null
  readonly startedAt: number
  readonly endedAt: number | null
  /** `completed`, or what broke it; empty while it runs. */
  readonly outcome: string
  /** The newest text it said; its final text once it has ended. */
  readonly text: string
  /** Words that have come and that no block has said yet, as they were kept last. */
  readonly streamed?: string
  readonly costUsd: number
  readonly tokens: Tokens
  /** False: its process told no price. */
  readonly isPriced: boolean
  /** What it was seen to use and is not booked yet; its process tells the whole at the end, if it comes so far. */
  readonly seen: Tokens
  /** When its newest text came, in ms; null before the first. */
  readonly saidAt: number | null
  /** Tools that it has used so far. */
  readonly tools: number
}

/** What a gathering asks with it; null: a timer asks, or nobody. */
export function callIn(by: Prompter | OwnPrompt | null | undefined): PieceCall | null {
  return by?.by === 'gathering' ? by.call : null
}

/** What a frame puts, or takes up again, for a gathering; null: nothing. */
export function callOf({ prompt, chain }: Pick<Frame, 'prompt' | 'chain'>): PieceCall | null {
  return callIn(prompt) ?? callIn(chain?.promptedBy)
}

/** Whether a frame puts or takes up what a grant, or the harvest (`grant` null), asks. */
export function isOfPieceTurn(frame: Frame, pieceTurnId: SpeakingTurnId | null): boolean {
  return callOf(frame)?.pieceTurnId === pieceTurnId
}
