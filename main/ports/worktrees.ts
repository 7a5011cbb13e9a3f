import type { RunProblem } from '../contract/folders/worktree-runs.ts'

/** A command of a worktree, in words for the system's shell. */
export interface CommandStart {
  readonly command: string
  readonly folder: string
  /** Variables of the user's environment that it gets besides the everyday ones. */
  readonly handed: readonly string[]
  readonly variables: Readonly<Record<string, string>>
  /** It is ended after so long, in ms. */
  readonly limit: number
}

/** How it ended; `problem` null: with code 0. */
export interface CommandEnd {
  readonly problem: RunProblem | null
  readonly output: string
}

/** A command that was started. */
export interface RunningCommand {
  /** The end of what it has written so far. */
  output(): string
  /** Ends it with all its children: gently, then by force. */
  stop(): void
  /** Resolves when nothing of it is left. Never rejects. */
  readonly ended: Promise<CommandEnd>
}

/** What the disk, the system and the user's answers have to do with worktrees. */
export interface WorktreeTools {
  /** Never throws: a command that cannot be started has ended. */
  start(run: CommandStart): RunningCommand
  /** Copies these files from one folder to another; what is there already stays. Why not, in words for the user, or null. */
  copy(from: string, to: string, paths: readonly string[]): Promise<string | null>
  /** The text of a repository's `.janus/worktree.json`; null: there is none; empty: it cannot be read. */
  config(repository: string): string | null
  /** Whether nobody listens on a port of this machine now. */
  isPortFree(port: number): Promise<boolean>
  /** Whether the user has approved exactly this command in this repository. */
  isApproved(repository: string, command: string): boolean
  /** Saved before it returns. Throws `StoreFullError`. */
  approve(repository: string, command: string): void
}
