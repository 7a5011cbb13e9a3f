import type { RunProblem } from '../contract/folders/worktree-runs.ts'

/** A command for the system's shell. */
export interface CommandStart {
  readonly command: string
  readonly folder: string
  /** Variables of the user's environment to pass on, besides the basic ones. */
  readonly handed: readonly string[]
  readonly variables: Readonly<Record<string, string>>
  /** Milliseconds, after which it is ended. */
  readonly limit: number
}

/** `problem` null: exit code 0. */
export interface CommandEnd {
  readonly problem: RunProblem | null
  readonly output: string
}

export interface RunningCommand {
  /** The tail of its output so far. */
  output(): string
  /** Ends it and all its children, gracefully, then by force. */
  stop(): void
  /** Resolves when all its processes are gone. Never rejects. */
  readonly ended: Promise<CommandEnd>
}

export interface WorktreeTools {
  /** Never throws: a command that can't be started counts as ended. */
  start(run: CommandStart): RunningCommand
  /** Doesn't overwrite. Returns a message for the user if it fails, else null. */
  copy(from: string, to: string, paths: readonly string[]): Promise<string | null>
  /** Text of the repository's `.janus/worktree.json`; null if missing, empty if unreadable. */
  config(repository: string): string | null
  isPortFree(port: number): Promise<boolean>
  /** Whether the user has approved exactly this command in this repository. */
  isApproved(repository: string, command: string): boolean
  /** Saved before it returns. Throws `StoreFullError`. */
  approve(repository: string, command: string): void
}
