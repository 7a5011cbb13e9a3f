import { isUnfinished, taskCounts, type Task, type TaskId } from '../../contract/tasks/tasks.ts'
import type { State } from '../../core/step/state.ts'
import { nextWake } from '../../core/wake.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

/** A task has one claim at a time, waits for its dependencies, and loses its claim only for a reason. */
export class TaskWatcher extends Watcher {
  committed({ before, after, rows, steps }: Commit): void {
    if (before.tasks === after.tasks) return
    const unfinished = [...after.tasks.values()].filter(isUnfinished)
    must(unfinished.length <= taskCounts.unfinished, 'there are no more unfinished tasks than may be')
    must(after.tasks.size - unfinished.length <= taskCounts.ended, 'of ended tasks only the newest stay')
    for (const task of unfinished)
      must(!isInCircle(after, task.id), 'no tasks wait for each other in a circle')
    for (const row of rows) {
      if (row.table !== 'task') continue
      const was = before.tasks.get(row.row.id)
      must(row.open || !isUnfinished(row.row), 'no unfinished task is forgotten')
      // A batch may have claimed and released it.
      if (was && row.open && steps === 1) this.#changed(was, row.row, before, after)
    }
  }

  #changed(was: Task, is: Task, before: State, after: State): void {
    if (was.state !== is.state) this.ledger.count(`task ${is.state}`)
    const isTaken = was.state === 'claimed' && is.state === 'claimed'
    const claimant = was.state === 'open' && is.state === 'claimed' ? is.owner?.by : undefined
    const isForOther = claimant?.kind === 'agent' && was.assignee !== null && was.assignee !== claimant.id
    const isThere =
      was.assignee === 'user' || before.agents.get(was.assignee ?? 'agt-none')?.agent.closedAt === null
    must(!isForOther || !isThere, 'what is for one agent is claimed by no other')
    must(!isTaken || sameOwner(was, is), 'two never claim one task')
    const isBegun = was.state === 'open' && (is.state === 'claimed' || is.state === 'done')
    must(!isBegun || waits(before, is).length === 0, 'what waits for others is not claimed or done')
    const byAgent = was.state !== 'done' && is.state === 'done' && is.owner?.by.kind === 'agent'
    must(
      !byAgent || (was.state === 'claimed' && sameOwner(was, is)),
      'an agent finishes only what it has claimed',
    )
    if (is.lapsed === null || is.lapsed === was.lapsed || was.state !== 'claimed') return
    const agent = was.owner?.by.kind === 'agent' ? after.agents.get(was.owner.by.id) : undefined
    this.ledger.count(`claim ended: ${is.lapsed.why}`)
    if (is.lapsed.why === 'closed')
      return must(!agent || agent.agent.closedAt !== null, 'who is there keeps its claims')
    must(
      before.limits.stopped === null || after.limits.stopped === null,
      'no claim ends while all is stopped',
    )
    must(agent !== undefined && agent.turn === null, 'no claim ends while its agent works')
  }

  override checked(all: State): void {
    if (all.limits.stopped !== null) return
    for (const { state, owner, stateAt } of all.tasks.values()) {
      if (state !== 'claimed' || owner?.by.kind !== 'agent') continue
      const agent = all.agents.get(owner.by.id)
      must(agent !== undefined && agent.agent.closedAt === null, 'no claim outlives its agent')
      if (agent.agent.status !== 'asleep' || agent.frames.length > 0) continue
      const end = Math.max(agent.agent.since, stateAt) + all.limits.taskSilence
      must(all.at < end, 'who is silent for too long loses its claims')
      must((nextWake(all) ?? Infinity) <= end, 'the end of a claim is not slept through')
    }
  }
}

const sameOwner = (one: Task, other: Task): boolean =>
  one.owner?.by.kind === 'agent' && other.owner?.by.kind === 'agent'
    ? one.owner.by.id === other.owner.by.id
    : one.owner?.by.kind === other.owner?.by.kind

const waits = ({ tasks }: State, { waitsFor }: Task): readonly Task[] =>
  waitsFor.flatMap((id) => tasks.get(id) ?? []).filter(isUnfinished)

function isInCircle({ tasks }: State, start: TaskId): boolean {
  const seen = new Set(tasks.get(start)?.waitsFor)
  for (const id of seen) for (const next of tasks.get(id)?.waitsFor ?? []) seen.add(next)
  return seen.has(start)
}
