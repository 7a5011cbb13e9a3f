import type { Author } from '../../contract/api/model.ts'
import type { Task, TaskAction, TaskId, TaskSource } from '../../contract/tasks/tasks.ts'

export type TaskCommand =
  | {
      readonly type: 'task.added'
      readonly by: Author
      readonly byName: string
      readonly title: string
      readonly detail: string
      readonly waitsFor: readonly TaskId[]
      readonly assignee: Task['assignee']
      readonly source: TaskSource | null
      readonly idempotencyKey: string | null
    }
  | ({
      readonly type: 'task.changed'
      readonly by: Author
      readonly byName: string
      readonly task: TaskId
      readonly action?: TaskAction
      readonly result?: string
    } & Partial<Pick<Task, 'title' | 'detail' | 'waitsFor' | 'assignee'>>)
