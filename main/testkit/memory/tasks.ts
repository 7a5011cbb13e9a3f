import type { ReportedTask } from '../../contract/agents/background.ts'

/** What a process of the memory backend runs beside its turns. */
export class MemoryTasks {
  #running: readonly ReportedTask[] = []
  #begun = 0
  /** How many have come to their end of which the model has not heard. */
  untold = 0
  readonly #tell: (tasks: readonly ReportedTask[]) => void

  constructor(tell: (tasks: readonly ReportedTask[]) => void) {
    this.#tell = tell
  }

  /** Begins one; its id. */
  begin(): string {
    const id = `task-${++this.#begun}`
    const task = { id, kind: 'command', name: `Task ${this.#begun}`, call: null, line: '' } as const
    this.#become([...this.#running, task])
    return id
  }

  /** Ends one; false: it has ended before. */
  end(id: string): boolean {
    if (!this.#running.some((one) => one.id === id)) return false
    this.#become(this.#running.filter((one) => one.id !== id))
    return true
  }

  /** One has come to its end, if it was not ended before. */
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
