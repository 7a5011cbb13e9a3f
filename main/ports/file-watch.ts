import type { TriggerEvent } from '../contract/timers/triggers.ts'

export interface WatchedFiles {
  readonly folder: string
  /** Relative to the folder. */
  readonly glob: string
}

/**
 * A change of watched files, or the end of the watch. `paths`: what changed together, relative to the folder,
 * with `/`.
 */
export type FileEvent =
  | { readonly kind: 'files'; readonly paths: readonly string[] }
  | Extract<TriggerEvent, { readonly kind: 'folderGone' | 'unwatched' }>

export interface FileWatch {
  /** Replaces the set of watches; resolves once no change can be missed. Skips `node_modules` and `.git`. */
  watch(wanted: ReadonlyMap<string, WatchedFiles>): Promise<void>
  /** `counts` is asked at the moment of a change, since reports are batched and come later. */
  connect(report: (key: string, event: FileEvent) => void, counts?: (key: string) => boolean): void
  close(): void
}
