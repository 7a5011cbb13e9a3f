import type { ReportedTask } from '../../contract/agents/background.ts'

/** Background tasks of a process. */
export class MemoryTasks {
  #running: readonly ReportedTask[] = []
  #begun = 0
  /** Ended tasks that the model does not know of. */
  untold = 0
  readonly #tell: (tasks: readonly ReportedTask[]) => void

  constructor(tell: (tasks: readonly ReportedTask[]) => void) {
    this.#tell = tell
  }

  begin(): string {
    const id = `task-${++this.#begun}`
    const task = { id, kind: 'command', name: `Task ${this.#begun}`, call: null, line: '' } as const
    this.#become([...this.#running, task])
    return id
  }

  end(id: string): boolean {
    if (!this.#running.some((one) => one.id === id)) return false
    this.#become(this.#running.filter((one) => one.id !== id))
    return true
  }

  /** A task completes by itself, unless it was ended before. */
  over(id: string): boolean {
    const isNews = this.end(id)
    if (isNews) this.untold++
    return isNews
  }

  #become(tasks: readonly ReportedTask[]): void {
    this.#running = tasks
    this.#tell(tasks)
  }
}
