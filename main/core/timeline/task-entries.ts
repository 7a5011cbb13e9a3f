import type { TaskAct, TimelineEntry } from '../../contract/history/timeline-entries.ts'
import type { Task } from '../../contract/tasks/tasks.ts'
import { timelineEntryOf, type FinishedStep } from './timeline-entry.ts'

export function taskEntries(done: FinishedStep): readonly TimelineEntry[] {
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
