import type { ProgramOffer } from '../contract/folders/changes.ts'

/** Why a file was not read, written or opened, in words for the user. */
export class UnfitChangeError extends Error {
  override readonly name = 'UnfitChangeError'
}

/** A file as it lies there now. */
export type FileNow =
  | { readonly kind: 'missing' }
  | { readonly kind: 'text'; readonly bytes: Uint8Array; readonly text: string; readonly mode: number }
  | { readonly kind: 'binary'; readonly bytes: Uint8Array; readonly mode: number }
  /** Longer than is read. */
  | { readonly kind: 'long'; readonly length: number }
  /** It is no plain file, or the way to it leads out of the folder. */
  | { readonly kind: 'unfit'; readonly why: string }

/** Plain files in a folder that agents work in. Nothing outside of it is read or written, by whatever link. */
export interface WorkingFiles {
  /** `path` is below the folder. Never throws. */
  read(folder: string, path: string): FileNow
  /** Puts these bytes there, whole or not at all; folders on the way are made. Throws `UnfitChangeError`. */
  put(folder: string, path: string, bytes: Uint8Array, mode: number | null): void
  /** Throws `UnfitChangeError`. */
  remove(folder: string, path: string): void
}

/** A file as it was before it was taken back, to be put back. Null bytes: it was not there. */
export interface FileCopy {
  readonly folder: string
  readonly path: string
  readonly bytes: Uint8Array | null
  readonly mode: number | null
  /** What the taking back left there; null: nothing. */
  readonly left: string | null
}

/** Copies of what was taken back: the newest, for as long as there is room. */
export interface FileCopies {
  /** Keeps those of one taking back under a new id. Throws where the disk does not take it. */
  keep(copies: readonly FileCopy[]): string
  /** Null: it is not kept any more. */
  take(id: string): readonly FileCopy[] | null
}

/** The user's editors. */
export interface Editors {
  /** Those of this machine, the usual ones first. */
  found(): readonly ProgramOffer[]
  /** Starts a program beside Janus; no shell reads its words. Rejects with `UnfitChangeError` where it cannot be started. */
  start(words: readonly [string, ...string[]], folder: string): Promise<void>
}

/** The terminals of the machine on which Janus runs. */
export interface Terminals {
  /** The system's own first. */
  found(): readonly ProgramOffer[]
  /** As `Editors.start`, with these variables besides the user's. */
  start(
    words: readonly [string, ...string[]],
    folder: string,
    variables?: Readonly<Record<string, string>>,
  ): Promise<void>
  /** Runs a command in a terminal, which stays open after it. Rejects with `UnfitChangeError` where none can. */
  run(command: readonly [string, ...string[]], folder: string): Promise<void>
}
