/**
 * Timers have an intent. `timer-words` has the texts of their reasons. Times are milliseconds since 1970 UTC.
 */

import type { Actor, AgentId, MessageId } from '../api/model.ts'
import type { Weekday } from './schedules.ts'
import type { Trigger, TriggerEvent, TriggerView } from './triggers.ts'

/** `hb-` and ten base32 characters. */
export type HeartbeatId = `hb-${string}`

/**
 * What a timer is for: to return to one's own work, to look at a peer, to see whether a reply came, to act at
 * a time of day, or on an event.
 */
export type Intent = 'anchor' | 'check' | 'wait' | 'schedule' | 'event'

/**
 * Whether Janus sets an agent's anchor. `open`: while it has an open exchange with others. `usual`: as the
 * setting says.
 */
export type AnchorChoice = 'usual' | 'open' | 'off'

export interface Schedule {
  /** `09:30`. */
  readonly at: string
  /** Days on which it repeats, in order; none: once, at the next such time. */
  readonly days: readonly Weekday[]
  /** Name in the tz database, such as `Europe/Berlin`; follows daylight saving time. */
  readonly zone: string
}

/**
 * States of active timers. `resting`: an anchor that waits for something to return from. `waiting`: for its
 * event. `held`: by the guard against chains of heartbeats, until the user releases it. `stale`: set by its
 * agent before the user's newest task, until its agent or the user keeps it. `dropped`: not kept; the user
 * can restore it.
 */
export const runningStates = ['armed', 'paused', 'resting', 'waiting', 'held', 'stale', 'dropped'] as const
export type RunningState = (typeof runningStates)[number]

/**
 * A persistent timer. An anchor, and a schedule with days, is armed again after each firing; the others fire
 * once.
 */
export interface Heartbeat {
  readonly id: HeartbeatId
  readonly agent: AgentId
  readonly intent: Intent
  /** The agent's note to itself, at most 1 KiB. */
  readonly note: string
  /** The peer to look at, or the agent or ticket whose reply it waits for. */
  readonly about: AgentId | MessageId | null
  readonly set: Actor & { readonly at: number }
  /** Null for timers with a delay. */
  readonly schedule: Schedule | null
  /** Only for `event`. */
  readonly trigger?: Trigger
  /** Milliseconds from setting to firing; for a repeating timer, between firings. */
  readonly every: number
  /** Milliseconds; while paused or resting, when it would have fired. */
  readonly dueAt: number
  readonly state: RunningState | 'fired' | 'discarded' | 'replaced' | 'cancelled'
  readonly stateAt: number
  /** Null if the state explains itself. */
  readonly reason: TimerReason | null
  /** Milliseconds left when it was paused, or became stale. */
  readonly left: number | null
  /** Chain depth of the turn that set it; messages of its own turns count from there. */
  readonly depth: number
  /** Number of firings, and the cost of their turns so far. */
  readonly fired: number
  readonly costUsd: number
  readonly idempotencyKey: string | null
}

export type TimerReason =
  /** An anchor that fired twice in a row waits for a turn of the user or a peer. */
  | { readonly kind: 'rests' }
  /** An automatic anchor, while its agent has no open question, exchange or message with others. */
  | { readonly kind: 'nothingOpen' }
  /**
   * Stale since the user's task that begins with `task`; `question`: the message asking its agent; `was`: its
   * earlier state.
   */
  | {
      readonly kind: 'newTask'
      readonly task: string
      readonly question: MessageId
      readonly was: 'armed' | 'paused' | 'resting'
    }
  /** Kept or restored despite a newer task. */
  | { readonly kind: 'kept'; readonly by: 'agent' | 'user' }
  /** Its agent did not keep it with that task. */
  | { readonly kind: 'notKept'; readonly task: string; readonly was: 'armed' | 'paused' | 'resting' }
  | { readonly kind: 'paused' }
  /** Five more minutes, by the user. */
  | { readonly kind: 'delayed' }
  /** By the user; `once`: it continues afterwards. */
  | { readonly kind: 'skipped'; readonly once: boolean }
  | { readonly kind: 'cancelled'; readonly by: 'agent' | 'user' }
  /** By a newer anchor. */
  | { readonly kind: 'replaced' }
  /** Its question has a reply, or will get none. */
  | { readonly kind: 'settled' }
  /** The agent that it was about was deleted. */
  | { readonly kind: 'deleted'; readonly name: string }
  /** An anchor that was due while its agent was at its own work. */
  | { readonly kind: 'met' }
  | { readonly kind: 'awaits' }
  /** Its event happened. */
  | { readonly kind: 'event'; readonly event: TriggerEvent }
  /** The guard against chains: this many timers in a row. */
  | { readonly kind: 'inRow'; readonly count: number }

/** Stored fields that windows get, in this order. */
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

/** Times in milliseconds. */
export interface HeartbeatView extends Pick<Heartbeat, (typeof heartbeatFields)[number]> {
  /** The agent, or the ticket and the start of its text. */
  readonly about: { readonly id: AgentId | MessageId; readonly name: string } | null
  readonly trigger?: TriggerView
  /** Of a new webhook: only shown once. */
  readonly secret?: string
}

export interface RunningHeartbeat extends HeartbeatView {
  readonly state: RunningState
}
