import { isUnfinished, taskCounts, type Task, type TaskId } from '../../contract/tasks/tasks.ts'
import type { State, AgentState } from '../../core/step/state.ts'
import { nextWake } from '../../core/wake.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import type { CommentId } from '../../contract/folders/line-comments.ts'
import type { MessageId } from '../../contract/api/model.ts'
import { claimLimits, fileCounts } from '../../contract/edits/edits.ts'
import type { KnownShared } from '../../core/edits/edit-commands.ts'

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

/** Each comment on lines is pending or in one message, never both or neither. The worlds delete none. */
export class CommentWatcher extends Watcher {
  readonly #sent = new Map<CommentId, MessageId>()

  committed({ before, after, rows }: Commit): void {
    const waiting = idsOf(after)
    must(new Set(waiting).size === waiting.length, 'no comment waits twice')
    for (const row of rows) {
      if (row.table !== 'message' || !row.row.comments) continue
      const { id, state, comments } = row.row
      const isBack = state === 'withdrawn'
      this.ledger.count(isBack ? 'comments taken back' : state === 'read' ? 'comments read' : 'comments sent')
      for (const { id: comment } of comments) {
        const by = this.#sent.get(comment)
        must(by === undefined || by === id, 'a comment is sent once')
        if (isBack) this.#sent.delete(comment)
        else this.#sent.set(comment, id)
      }
    }
    for (const id of waiting) must(!this.#sent.has(id), 'what was sent waits no more')
    for (const [id, { agent }] of before.agents) {
      // Deleting an agent deletes its pending comments.
      if (!after.agents.has(id)) continue
      const lost = agent.review?.pending.filter((one) => !waiting.includes(one.id) && !this.#sent.has(one.id))
      must(!lost || lost.length === 0, 'no comment is lost')
    }
  }
}

const idsOf = ({ agents }: State): readonly CommentId[] =>
  [...agents.values()].flatMap(({ agent }) => agent.review?.pending.map(({ id }) => id) ?? [])

/** Both agents that edit a file are notified, once; a claim ends in time, and with its agent. */
export class EditWatcher extends Watcher {
  committed({ before, after, steps }: Commit): void {
    if (before.agents === after.agents) return
    for (const [id, state] of after.agents) {
      const was = before.agents.get(id)
      if (state.agent.files === was?.agent.files && state.agent.closedAt === was?.agent.closedAt) continue
      this.#files(after, state)
      // A batch may have started and ended the sharing.
      if (steps === 1) for (const one of sharedBy(state)) this.#heard(state, one, was)
    }
  }

  #files(all: State, { agent }: AgentState): void {
    const { id, closedAt, files } = agent
    if (!files) return
    const { edited, claims, shared } = files
    must(
      closedAt === null || claims.length + edited.length + shared.length === 0,
      'no claim outlives its agent',
    )
    must(claims.length <= claimLimits.count, 'nobody claims more than may be')
    must(
      edited.length <= fileCounts.edited && shared.length <= fileCounts.shared,
      'of files only the newest stay',
    )
    for (const { path, with: other, isSecond } of shared) {
      must(other !== id, 'nobody hears of its own edits')
      const theirs = sharedBy(all.agents.get(other)).filter((one) => one.path === path && one.with === id)
      must(theirs.length === 1 && theirs[0]?.isSecond === !isSecond, 'who shares a file is known to both')
    }
  }

  #heard(state: AgentState, one: KnownShared, was: AgentState | undefined): void {
    const known = sharedBy(was).find(({ path, with: other }) => path === one.path && other === one.with)
    const notice = state.mailbox.find(({ id }) => id === one.notice)
    if (!known) {
      this.ledger.count(one.notice === null ? 'shared file: in its call' : `shared file: ${one.why}`)
      must(one.isSecond || notice !== undefined, 'who has changed or claimed a file hears who edits it')
      must(notice === undefined || notice.priority === 'low', 'what is said of files starts no turn')
      return
    }
    if (known.notice === one.notice) return
    const had = was?.mailbox.find(({ id }) => id === known.notice)
    must(had?.state === 'queued', 'nobody hears twice who edits a file')
  }

  override checked(all: State): void {
    for (const { agent } of all.agents.values())
      for (const { until } of agent.files?.claims ?? []) {
        must(all.at < until, 'no claim outlives its time')
        must((nextWake(all) ?? Infinity) <= until, 'the end of a file claim is not slept through')
      }
  }
}

const sharedBy = (state: AgentState | undefined): readonly KnownShared[] => state?.agent.files?.shared ?? []
