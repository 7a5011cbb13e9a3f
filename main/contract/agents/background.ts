/** What a program runs beside its turns. */
export type TaskKind = 'command' | 'agent' | 'other'

export interface ReportedTask {
  /** The program's own id for it. */
  readonly id: string
  readonly kind: TaskKind
  /** Its purpose, in the model's words. */
  readonly name: string
  /** The tool call that started it; null if not reported. */
  readonly call: string | null
  /** Its current activity; empty if not reported. */
  readonly line: string
}

/** `since`: milliseconds, when Janus learned of it. */
export interface BackgroundTask extends ReportedTask {
  readonly since: number
}

/** The end of a task's output. `text` null: its program keeps no readable output. */
export interface TaskOutput {
  readonly text: string | null
}
