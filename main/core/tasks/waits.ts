import { isUnfinished, type Task, type TaskId } from '../../contract/tasks/tasks.ts'

interface TaskList {
  readonly tasks: ReadonlyMap<TaskId, Task>
}

/** Whether a task waits for another, directly or indirectly. Visits each task once. */
export function doesWaitFor({ tasks: all }: TaskList, from: TaskId, target: TaskId): boolean {
  const seen = new Set([from])
  for (const id of seen) for (const next of all.get(id)?.waitsFor ?? []) seen.add(next)
  return seen.has(target)
}

export const waitsOf = ({ tasks: all }: TaskList, { waitsFor }: Pick<Task, 'waitsFor'>): readonly Task[] =>
  waitsFor.flatMap((id) => all.get(id) ?? []).filter(isUnfinished)

export const unfinishedCount = ({ tasks: all }: TaskList): number =>
  [...all.values()].filter(isUnfinished).length
