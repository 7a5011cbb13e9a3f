/** Files of a folder that are watched for somebody, by a key of theirs. */
export interface WatchedFiles {
  readonly folder: string
  /** Relative to the folder. */
  readonly glob: string
}

/** Reports when files change. */
export interface FileWatch {
  /** Watches these and no others; resolves when no change is missed any more. What lies in `node_modules` and `.git` is left out. */
  watch(wanted: ReadonlyMap<string, WatchedFiles>): Promise<void>
  /** `paths`: what changed in one go, relative to the folder, with `/`; null: the folder is gone. */
  connect(changed: (key: string, paths: readonly string[] | null) => void): void
  close(): void
}
