import type { TaskAct, TimelineEntry } from '../../contract/history/timeline-entries.ts'
import type { Task } from '../../contract/tasks/tasks.ts'
import type { Row } from '../step/effects.ts'
import type { Agent } from '../step/state.ts'
import { agentEntries } from './agent-entries.ts'
import { circleEntries } from './circle-entries.ts'
import { gatheringEntries } from './gathering-entries.ts'
import { linkEntries } from './link-entries.ts'
import { messageEntries } from './message-entries.ts'
import {
  actorOf,
  agentNamed,
  janusActor,
  timelineEntryOf,
  userActor,
  type FinishedStep,
} from './timeline-entry.ts'
import { timerEntries } from './timer-entries.ts'

/**
 * Derives the timeline from what a step has changed, so that no other part has to report it. Ids contain the
 * ms, since one timer or card does a thing only once per ms.
 */
export function timelineRows(done: FinishedStep): readonly Row[] {
  return [
    ...messageEntries(done),
    ...agentEntries(done),
    ...linkEntries(done),
    ...gatheringEntries(done),
    ...circleEntries(done),
    ...timerEntries(done),
    ...taskEntries(done),
    ...worktreeEntries(done),
    ...fileEntries(done),
  ].map((row) => ({ table: 'timeline', row }))
}

function taskEntries(done: FinishedStep): readonly TimelineEntry[] {
  return done.rows.flatMap((row) => {
    if (row.table !== 'task' || !row.open) return []
    const { id, title, changedBy } = row.row
    const was = done.before.tasks.get(id)
    const act = actOf(was, row.row)
    // A lapsed claim names the agent that lost it.
    const to = act === 'lapsed' && was?.owner ? [was.owner] : []
    const fact = { kind: 'agent', did: 'task', task: id, act } as const
    return [timelineEntryOf(done, { id: `${id} ${act} ${done.now}`, from: changedBy, to, text: title, fact })]
  })
}

function actOf(was: Task | undefined, { state, lapsed }: Task): TaskAct {
  if (!was) return 'added'
  if (state === was.state) return 'edited'
  return state === 'open' && lapsed !== null && lapsed !== was.lapsed ? 'lapsed' : state
}

function worktreeEntries(done: FinishedStep): readonly TimelineEntry[] {
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

/** Newly shared files, reported for the editing agent; and claims that began or ended. */
function fileEntries(done: FinishedStep): readonly TimelineEntry[] {
  return done.touched.flatMap((id) => {
    const agent = done.after.agents.get(id)?.agent
    const before = done.before.agents.get(id)?.agent
    return agent === undefined || agent.files === before?.files ? [] : entriesOf(done, agent, before)
  })
}

function entriesOf(done: FinishedStep, agent: Agent, before: Agent | undefined): readonly TimelineEntry[] {
  const from = actorOf(agent)
  const { shared = [], claims = [] } = agent.files ?? {}
  const { shared: known = [], claims: had = [] } = before?.files ?? {}
  const isSame = (one: { path: string; with: string }) => (other: typeof one) =>
    other.path === one.path && other.with === one.with
  const met = shared.filter((one) => one.isSecond && !known.some(isSame(one)))
  const names = (all: typeof claims) => new Set(all.map(({ glob }) => glob))
  const claimed = [...names(claims)].filter((glob) => !names(had).has(glob))
  const ended = [...names(had)].filter((glob) => !names(claims).has(glob))
  const entry = (did: 'claimedFiles' | 'releasedFiles', globs: readonly string[]) =>
    globs.length === 0
      ? []
      : [
          timelineEntryOf(done, {
            id: `${agent.id} ${did} ${globs.join(' ')} ${done.now}`,
            from,
            text: globs.join(', '),
            fact: { kind: 'agent', did },
          }),
        ]
  return [
    ...met.map(({ path, with: other }) =>
      timelineEntryOf(done, {
        id: `${agent.id} ${other} ${path} ${done.now}`,
        from,
        to: [agentNamed(done, other)],
        text: path,
        fact: { kind: 'agent', did: 'sharedFile' },
      }),
    ),
    ...entry('claimedFiles', claimed),
    ...entry('releasedFiles', ended),
  ]
}
