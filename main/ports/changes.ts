import type { ProgramOffer } from '../contract/folders/changes.ts'

/** Its message is for the user. */
export class UnfitChangeError extends Error {
  override readonly name = 'UnfitChangeError'
}

export type FileNow =
  | { readonly kind: 'missing' }
  | { readonly kind: 'text'; readonly bytes: Uint8Array; readonly text: string; readonly mode: number }
  | { readonly kind: 'binary'; readonly bytes: Uint8Array; readonly mode: number }
  /** Too long to read. */
  | { readonly kind: 'long'; readonly length: number }
  /** Not a regular file, or its path leads out of the folder. */
  | { readonly kind: 'unfit'; readonly why: string }

/** Regular files in an agent's working folder. Never follows a link out of the folder. */
export interface WorkingFiles {
  /** `path` is relative to the folder. Never throws. */
  read(folder: string, path: string): FileNow
  /** Writes atomically and creates missing folders. Throws `UnfitChangeError`. */
  put(folder: string, path: string, bytes: Uint8Array, mode: number | null): void
  /** Throws `UnfitChangeError`. */
  remove(folder: string, path: string): void
}

/** A file's content before a revert, so that the revert can be undone. Null bytes: the file did not exist. */
export interface FileCopy {
  readonly folder: string
  readonly path: string
  readonly bytes: Uint8Array | null
  readonly mode: number | null
  /** What the revert wrote; null if it removed the file. */
  readonly left: string | null
}

/** Copies of reverted files; the oldest are dropped when space is short. */
export interface FileCopies {
  /** Stores the copies of one revert under a new id. Throws when the disk is full. */
  keep(copies: readonly FileCopy[]): string
  /** Null when no longer stored. */
  take(id: string): readonly FileCopy[] | null
}

export interface Editors {
  /** Editors on this machine, the most common first. */
  found(): readonly ProgramOffer[]
  /** Starts a program without a shell. Rejects with `UnfitChangeError` when it can't be started. */
  start(words: readonly [string, ...string[]], folder: string): Promise<void>
}

export interface Terminals {
  /** The system's default first. */
  found(): readonly ProgramOffer[]
  /** Like `Editors.start`, with extra environment variables. */
  start(
    words: readonly [string, ...string[]],
    folder: string,
    variables?: Readonly<Record<string, string>>,
  ): Promise<void>
  /** Runs a command in a terminal, which stays open after it. Rejects with `UnfitChangeError` where none can. */
  run(command: readonly [string, ...string[]], folder: string): Promise<void>
}
