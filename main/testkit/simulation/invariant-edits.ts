import { claimLimits, fileCounts } from '../../contract/edits/edits.ts'
import type { KnownShared } from '../../core/edits/edit-commands.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import { nextWake } from '../../core/wake.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

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
