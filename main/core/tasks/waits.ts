import { isUnfinished, type Task, type TaskId } from '../../contract/tasks/tasks.ts'

/** The list of tasks, by their ids. */
interface TaskList {
  readonly tasks: ReadonlyMap<TaskId, Task>
}

/** Whether a task waits for another, by whatever way. Each task is looked at once. */
export function doesWaitFor({ tasks: all }: TaskList, from: TaskId, target: TaskId): boolean {
  const seen = new Set([from])
  for (const id of seen) for (const next of all.get(id)?.waitsFor ?? []) seen.add(next)
  return seen.has(target)
}

/** Those that a task still waits for. */
export const waitsOf = ({ tasks: all }: TaskList, { waitsFor }: Pick<Task, 'waitsFor'>): readonly Task[] =>
  waitsFor.flatMap((id) => all.get(id) ?? []).filter(isUnfinished)

/** How many tasks count against the cap. */
export const unfinishedCount = ({ tasks: all }: TaskList): number =>
  [...all.values()].filter(isUnfinished).length
