import type { TriggerEvent } from '../contract/timers/triggers.ts'

/** Files of a folder that are watched for somebody, by a key of theirs. */
export interface WatchedFiles {
  readonly folder: string
  /** Relative to the folder. */
  readonly glob: string
}

/**
 * What happened to watched files; after all but a change nothing more is reported. `paths`: what changed in one go,
 * relative to the folder, with `/`.
 */
export type FileEvent =
  | { readonly kind: 'files'; readonly paths: readonly string[] }
  | Extract<TriggerEvent, { readonly kind: 'folderGone' | 'unwatched' }>

/** Reports when files change. */
export interface FileWatch {
  /** Watches these and no others; resolves when no change is missed any more. What lies in `node_modules` and `.git` is left out. */
  watch(wanted: ReadonlyMap<string, WatchedFiles>): Promise<void>
  /** `counts`: whether a change counts, asked as it happens: it is reported with others a little later. */
  connect(report: (key: string, event: FileEvent) => void, counts?: (key: string) => boolean): void
  close(): void
}
