/** Files of a folder that are watched for somebody, by a key of theirs. */
export interface WatchedFiles {
  readonly folder: string
  /** Relative to the folder. */
  readonly glob: string
}

/** Reports when files change. */
export interface FileWatch {
  /** Watches these from now on, and no others. */
  watch(wanted: ReadonlyMap<string, WatchedFiles>): void
  /** `path`: what changed, relative to the folder, with `/`; null: the folder is gone. */
  connect(changed: (key: string, path: string | null) => void): void
  close(): void
}
