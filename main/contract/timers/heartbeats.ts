/** Timers with an intent. `timer-words` says their reasons, and which have ended. Times are milliseconds since 1970 UTC. */

import type { Actor, AgentId, MessageId } from '../api/model.ts'
import type { Weekday } from './schedules.ts'
import type { Trigger, TriggerEvent, TriggerView } from './triggers.ts'

/** `hb-` and ten base32 characters. */
export type HeartbeatId = `hb-${string}`

/**
 * Why a timer was set: to go back to one's own work, to look at a peer, to see whether an answer came, to do something
 * at its time of day, or when something happens.
 */
export type Intent = 'anchor' | 'check' | 'wait' | 'schedule' | 'event'

/**
 * Whether Janus gives an agent an anchor by itself. `open`: while something between it and others is open. `off`:
 * never. `usual`: as the setting says.
 */
export type AnchorChoice = 'usual' | 'open' | 'off'

/** A time of day, in a place. */
export interface Schedule {
  /** `09:30`. */
  readonly at: string
  /** On which days it comes again and again, in their order; none: once, when it is that time next. */
  readonly days: readonly Weekday[]
  /** The place's name in the tz database, such as `Europe/Berlin`; its summer time counts. */
  readonly zone: string
}

/**
 * How a timer stands that has not ended. `resting`: an anchor that waits for something to come back from. `waiting`: for
 * its event. `held`: by the
 * guard on chains of heartbeats, until the user lets it go on. `stale`: set by its agent before the user's newest
 * task; it waits for its agent, or the user, to keep it. `dropped`: it was not kept; the user may still bring it back.
 */
export const runningStates = ['armed', 'paused', 'resting', 'waiting', 'held', 'stale', 'dropped'] as const
export type RunningState = (typeof runningStates)[number]

/** A durable timer with an intent. An anchor, and a schedule with days, is armed again each time; the others fire once. */
export interface Heartbeat {
  readonly id: HeartbeatId
  readonly agent: AgentId
  readonly intent: Intent
  /** The agent's own words to itself, at most 1 KiB. */
  readonly note: string
  /** Whom to look at, or whose answer (an agent, or a ticket) it waits for. */
  readonly about: AgentId | MessageId | null
  readonly set: Actor & { readonly at: number }
  /** When it comes by the clock; null for those that come after a while. */
  readonly schedule: Schedule | null
  /** What it waits for instead; only an `event` has one. */
  readonly trigger?: Trigger
  /** ms from setting to firing; for one that comes again, between firings. */
  readonly every: number
  /** When it fires, in ms; while paused or resting, when it would have. */
  readonly dueAt: number
  readonly state: RunningState | 'fired' | 'discarded' | 'replaced' | 'cancelled'
  readonly stateAt: number
  /** Why it is in this state; null where the state says it all. */
  readonly reason: TimerReason | null
  /** ms that were left when it was paused, or became stale. */
  readonly left: number | null
  /** Of the turn that set it: what its own turns send stands that deep in the chain. */
  readonly depth: number
  /** How often it has fired, and what its turns have cost so far. */
  readonly fired: number
  readonly costUsd: number
  readonly idempotencyKey: string | null
}

/** Why a timer is in its state. */
export type TimerReason =
  /** An anchor that has come twice in a row: it waits for a turn of the user or a peer. */
  | { readonly kind: 'rests' }
  /** An anchor of Janus's own, while no question, no talk and no mail is open between its agent and others. */
  | { readonly kind: 'nothingOpen' }
  /** Stale since a task of the user's that begins so; `question`: what asks its agent; `was`: how it stood before. */
  | {
      readonly kind: 'newTask'
      readonly task: string
      readonly question: MessageId
      readonly was: 'armed' | 'paused' | 'resting'
    }
  /** Kept, or brought back, with a task that is newer than it. */
  | { readonly kind: 'kept'; readonly by: 'agent' | 'user' }
  /** Its agent did not keep it with that task. */
  | { readonly kind: 'notKept'; readonly task: string; readonly was: 'armed' | 'paused' | 'resting' }
  /** Paused by the user. */
  | { readonly kind: 'paused' }
  /** Five minutes more, by the user. */
  | { readonly kind: 'delayed' }
  /** Skipped by the user; `once`: it goes on afterwards. */
  | { readonly kind: 'skipped'; readonly once: boolean }
  | { readonly kind: 'cancelled'; readonly by: 'agent' | 'user' }
  /** A newer anchor took its place. */
  | { readonly kind: 'replaced' }
  /** Its question has an answer, or will have none. */
  | { readonly kind: 'settled' }
  /** The agent of this name that it was about is gone. */
  | { readonly kind: 'deleted'; readonly name: string }
  /** An anchor whose agent was at its own work when it was due. */
  | { readonly kind: 'met' }
  /** It waits for its event. */
  | { readonly kind: 'awaits' }
  /** What its trigger waited for has happened. */
  | { readonly kind: 'event'; readonly event: TriggerEvent }
  /** The guard on chains: so many timers in a row. */
  | { readonly kind: 'inRow'; readonly count: number }

/** What windows are shown of a heartbeat as it is kept, in this order. */
export const heartbeatFields = [
  'id',
  'agent',
  'intent',
  'note',
  'set',
  'schedule',
  'every',
  'dueAt',
  'reason',
  'left',
  'fired',
  'costUsd',
  'state',
] as const satisfies readonly (keyof Heartbeat)[]

/** A heartbeat as the window shows it; times in ms. */
export interface HeartbeatView extends Pick<Heartbeat, (typeof heartbeatFields)[number]> {
  /** The agent, or the ticket and its first words. */
  readonly about: { readonly id: AgentId | MessageId; readonly name: string } | null
  readonly trigger?: TriggerView
  /** Of a webhook that was just set: shown this once. */
  readonly secret?: string
}

/** One that has not ended. */
export interface RunningHeartbeat extends HeartbeatView {
  readonly state: RunningState
}
