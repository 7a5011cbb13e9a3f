import type { TimelineEntry } from '../../contract/history/timeline-entries.ts'
import { actorOf, janusActor, timelineEntryOf, userActor, type FinishedStep } from './timeline-entry.ts'

export function worktreeEntries(done: FinishedStep): readonly TimelineEntry[] {
  return [...done.touched].flatMap((id) => {
    const [was, is] = [done.before.agents.get(id)?.agent.worktree, done.after.agents.get(id)]
    return (['setup', 'teardown'] as const).flatMap((phase) => {
      const run = is?.agent.worktree?.[phase]
      const before = was?.[phase]
      if (!is || !run || run.command === '' || (run.state === before?.state && run.n === before.n)) return []
      if (run.state === 'waiting') return []
      const { state, problem, n } = run
      const asks = state === 'asks'
      return [
        timelineEntryOf(done, {
          id: `${id} ${phase} ${n} ${state} ${done.now}`,
          owner: id,
          from: asks ? actorOf(is.agent) : state === 'skipped' ? userActor : janusActor,
          to: [asks ? userActor : actorOf(is.agent)],
          text: run.command,
          fact: { kind: 'agent', did: 'worktree', phase, run: { state, problem } },
        }),
      ]
    })
  })
}
