import { useEffect, useState } from 'react'
import { isUnfinished, type TaskView } from '../../../main/contract/tasks/tasks.ts'
import { loadErrorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'

interface ReadTasks {
  /** Null before the first answer. */
  readonly tasks: readonly TaskView[] | null
  readonly problem: string
}

/** Read again whenever the list has changed. */
export function useTasks(): ReadTasks {
  const [read, setRead] = useState<ReadTasks>({ tasks: null, problem: '' })
  const snapshots = useMirror((now) => now.snapshots)
  const changes = useMirror((now) => now.taskChanges)
  useEffect(() => {
    if (snapshots === 0) return
    let isOld = false
    ask('tasks.list', {}).then(
      (tasks) => isOld || setRead({ tasks, problem: '' }),
      (error: unknown) =>
        isOld || setRead((last) => ({ ...last, problem: loadErrorWords('the tasks', error) })),
    )
    return () => void (isOld = true)
  }, [snapshots, changes])
  return read
}

export const useUnfinishedCount = (): number => (useTasks().tasks ?? []).filter(isUnfinished).length
