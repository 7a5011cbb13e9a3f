/** What a program runs beside its turns: a command of a shell, an agent of its own, or anything else. */
export type TaskKind = 'command' | 'agent' | 'other'

/** Something that a program runs beside its turns, as it tells of it. */
export interface ReportedTask {
  /** The program's own name of it. */
  readonly id: string
  readonly kind: TaskKind
  /** What it is there for, in the model's words. */
  readonly name: string
  /** The call of a tool that began it; null where that is not told. */
  readonly call: string | null
  /** What it does just now, in a line; empty where that is not told. */
  readonly line: string
}

/** The same with the time in ms since when Janus knows of it. */
export interface BackgroundTask extends ReportedTask {
  readonly since: number
}

/** The end of what a task has written. `text` null: its program keeps no output of it that can be read. */
export interface TaskOutput {
  readonly text: string | null
}
