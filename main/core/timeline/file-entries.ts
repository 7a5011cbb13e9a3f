import type { TimelineEntry } from '../../contract/history/timeline-entries.ts'
import type { Agent } from '../step/state.ts'
import { actorOf, agentNamed, timelineEntryOf, type FinishedStep } from './timeline-entry.ts'

/** Newly shared files, reported for the editing agent; and claims that began or ended. */
export function fileEntries(done: FinishedStep): readonly TimelineEntry[] {
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
