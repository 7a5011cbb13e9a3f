/**
 * The shared task list. No schemas here: the window imports this file. Times are milliseconds since 1970 UTC.
 */

import type { GatheringId } from '../gatherings/gatherings.ts'
import type { Actor, AgentId, MessageId } from '../api/model.ts'

/** `tsk-` and ten base32 characters. */
export type TaskId = `tsk-${string}`

export const taskStates = ['open', 'claimed', 'done', 'dropped'] as const
export type TaskState = (typeof taskStates)[number]

/** An agent may claim, release and finish; the user may do all. */
export const taskActions = ['claim', 'release', 'finish', 'drop', 'reopen'] as const
export type TaskAction = (typeof taskActions)[number]

/** Open or claimed tasks, ended tasks that are kept (the oldest is dropped), and tasks that one waits for. */
export const taskCounts = { unfinished: 100, ended: 50, waits: 20 } as const
/** Characters. */
export const taskLengths = { title: 200, detail: 2000, result: 2000 } as const

/** The origin of a task, if it was not simply added. */
export type TaskSource =
  | { readonly kind: 'gathering'; readonly id: GatheringId }
  | { readonly kind: 'message'; readonly id: MessageId }

/** A claim that Janus released because its agent was closed, or silent for too long. */
export interface LapsedClaim {
  readonly name: string
  readonly why: 'closed' | 'silent'
  readonly at: number
}

export interface Task {
  readonly id: TaskId
  readonly title: string
  readonly detail: string
  /** It cannot be claimed or finished before these are done or dropped. */
  readonly waitsFor: readonly TaskId[]
  readonly state: TaskState
  readonly stateAt: number
  /** Besides the user, only this agent may claim it while it exists; null: anyone. */
  readonly assignee: AgentId | 'user' | null
  /** Who claimed or ended it; null while it is open. */
  readonly owner: Actor | null
  /** Written by the one who finished it; empty before. */
  readonly result: string
  readonly lapsed: LapsedClaim | null
  /** For the timeline. */
  readonly changedBy: Actor
  readonly added: Actor & { readonly at: number }
  readonly source: TaskSource | null
  readonly idempotencyKey: string | null
}

/** For windows, tools and the API. */
export interface TaskView extends Pick<
  Task,
  'id' | 'title' | 'detail' | 'state' | 'source' | 'waitsFor' | 'result'
> {
  /** Tasks in `waitsFor` that are not done or dropped. */
  readonly waiting: readonly TaskId[]
  /** Name of the only agent that may claim it, `user`, or empty for anyone. */
  readonly assignee: string
  /** Name; empty while it is open. `ownerId`: the agent's id, or `user`. */
  readonly owner: string
  readonly ownerId: string | null
  readonly addedBy: string
  /** ISO 8601 UTC, like `stateAt`. */
  readonly addedAt: string
  readonly stateAt: string
  /** Why its last claim was released automatically; may be empty. */
  readonly releasedBecause: string
}

export const isUnfinished = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'open' || state === 'claimed'
