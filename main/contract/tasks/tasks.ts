/** The shared list of tasks. Types and limits only: the window takes these too. Times are milliseconds since 1970 UTC. */

import type { GatheringId } from '../gatherings/gatherings.ts'
import type { Actor, AgentId, MessageId } from '../api/model.ts'

/** `tsk-` and ten base32 characters. */
export type TaskId = `tsk-${string}`

export const taskStates = ['open', 'claimed', 'done', 'dropped'] as const
export type TaskState = (typeof taskStates)[number]

/** What can be done about a task besides editing it. An agent may claim, release and finish; the user may do all. */
export const taskActions = ['claim', 'release', 'finish', 'drop', 'reopen'] as const
export type TaskAction = (typeof taskActions)[number]

/** Most tasks that are open or claimed; most that have ended and stay in the list, the oldest leave it. */
export const taskCounts = { unfinished: 100, ended: 50, waits: 20 } as const
/** Most characters of a title, one line, of its detail and of its result. */
export const taskLengths = { title: 200, detail: 2000, result: 2000 } as const

/** Where a task comes from, if not from the words of the one who added it. */
export type TaskSource =
  | { readonly kind: 'gathering'; readonly id: GatheringId }
  | { readonly kind: 'message'; readonly id: MessageId }

/** A claim that has ended without its owner: its agent was closed, or silent for too long. */
export interface LapsedClaim {
  readonly name: string
  readonly why: 'closed' | 'silent'
  readonly at: number
}

/** One task as it is kept. */
export interface Task {
  readonly id: TaskId
  readonly title: string
  readonly detail: string
  /** It cannot be claimed or finished before these are done or dropped. */
  readonly waitsFor: readonly TaskId[]
  readonly state: TaskState
  readonly stateAt: number
  /** The only one who may claim it, besides the user, as long as that agent is there; null: anyone. */
  readonly assignee: AgentId | 'user' | null
  /** Who has claimed it, or has ended it; null while it is open. */
  readonly owner: Actor | null
  /** What came out, in the words of who has finished it; empty before. */
  readonly result: string
  readonly lapsed: LapsedClaim | null
  /** Who has changed it last: for the timeline. */
  readonly changedBy: Actor
  readonly added: Actor & { readonly at: number }
  readonly source: TaskSource | null
  readonly idempotencyKey: string | null
}

/** A task as windows, tools and the API show it. */
export interface TaskView extends Pick<
  Task,
  'id' | 'title' | 'detail' | 'state' | 'source' | 'waitsFor' | 'result'
> {
  /** Those of `waitsFor` that are not done or dropped. */
  readonly waiting: readonly TaskId[]
  /** The name of the only agent that may claim it, `user`, or empty for anyone. */
  readonly assignee: string
  /** A name; empty while it is open. `ownerId`: the agent's id, or `user`. */
  readonly owner: string
  readonly ownerId: string | null
  readonly addedBy: string
  /** ISO 8601 UTC, as `stateAt`. */
  readonly addedAt: string
  readonly stateAt: string
  /** Why the last claim ended by itself; empty where none did. */
  readonly lapsed: string
}

/** Whether others may still have to wait for a task. */
export const isUnfinished = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'open' || state === 'claimed'
