import type { AgentId, Author } from '../../contract/api/model.ts'
import type { LapsedClaim, Task } from '../../contract/tasks/tasks.ts'
import type { AgentState, State } from '../step/state.ts'
import { isNotStopped } from '../step/stopped.ts'
import type { Step } from '../step/step.ts'
import { janusActor } from '../timeline/timeline-entry.ts'
import { quotable } from '../words/prompts.ts'
import { firstLine } from '../words/text.ts'

export const claimant = ({ state, owner }: Task): AgentId | null =>
  state === 'claimed' && owner?.by.kind === 'agent' ? owner.by.id : null

/** The user is one actor, through the window or the API. */
export const isSame = (one: Author, other: Author): boolean =>
  one.kind === 'agent' && other.kind === 'agent' ? one.id === other.id : one.kind === other.kind

/** Whether a task is reserved for the user or another existing agent. */
export function isForOther(step: Step, { assignee }: Task, by: Author): boolean {
  if (assignee === null || by.kind !== 'agent' || assignee === by.id) return false
  return assignee === 'user' || step.find(assignee)?.agent.closedAt === null
}

/**
 * Ends claims of agents that are closed, deleted or silent for too long; during *Stop all* nobody counts as
 * silent.
 */
export function endClaims(step: Step): void {
  for (const task of step.tasks.values()) {
    const agent = claimant(task)
    const why = agent === null ? null : lapseOf(step, task, step.find(agent))
    if (why === null || task.owner === null) continue
    const lapsed = { name: task.owner.name, why, at: step.now }
    step.task({ ...task, state: 'open', stateAt: step.now, owner: null, lapsed, changedBy: janusActor }, true)
  }
}

function lapseOf(step: Step, task: Task, state: AgentState | undefined): LapsedClaim['why'] | null {
  if (!state || state.agent.closedAt !== null) return 'closed'
  return isNotStopped(step) && isIdle(state) && step.now >= silentAt(task, state, step.limits.taskSilence)
    ? 'silent'
    : null
}

/** No turn runs or has just ended, and none will resume after *Stop all*. */
const isIdle = ({ agent: { status }, turn, frames }: AgentState): boolean =>
  turn === null &&
  status !== 'working' &&
  status !== 'starting' &&
  frames.every(({ broke }) => broke?.why !== 'stopped')

/** When a claim ends if its agent does nothing from now on. */
const silentAt = ({ stateAt }: Task, { agent }: AgentState, limit: number): number =>
  Math.max(stateAt, agent.since) + limit

/** When claims must be checked again, in ms. */
export function timesOfClaims({ tasks, agents, limits }: State): readonly number[] {
  if (limits.stopped !== null) return []
  return [...tasks.values()].flatMap((task) => {
    const state = agents.get(claimant(task) ?? 'agt-none')
    return state && isIdle(state) ? [silentAt(task, state, limits.taskSilence)] : []
  })
}

export function claimedLines({ tasks }: Step, agent: AgentId): readonly string[] {
  return [...tasks.values()]
    .filter((task) => claimant(task) === agent)
    .map(
      ({ id, title }) =>
        `Your claimed task ${id}: "${quotable(firstLine(title, 200))}". finish_task ends it.`,
    )
}
