import { isSameFolder } from '../../adapters/folder/folder-identity.ts'
import { matchesGlob } from '../../contract/timers/triggers.ts'
import type { FileWatch, WatchedFiles } from '../../ports/file-watch.ts'

/** Folders in memory: a test changes files, and removes folders, by hand. */
export class MemoryFileWatch implements FileWatch {
  readonly #gone = new Set<string>()
  #wanted: ReadonlyMap<string, WatchedFiles> = new Map()
  #report: (key: string, paths: readonly string[] | null) => void = () => {}

  watch(wanted: ReadonlyMap<string, WatchedFiles>): Promise<void> {
    const fresh = [...wanted].filter(([key]) => !this.#wanted.has(key))
    this.#wanted = wanted
    for (const [key, { folder }] of fresh)
      if (this.#gone.has(folder)) queueMicrotask(() => this.#report(key, null))
    return Promise.resolve()
  }

  connect(changed: (key: string, paths: readonly string[] | null) => void): void {
    this.#report = changed
  }

  close(): void {
    this.#wanted = new Map()
  }

  /** Files of a folder are written in one go. */
  put(folder: string, ...paths: readonly string[]): void {
    for (const [key, one] of this.#wanted) {
      const matching = isSameFolder(one.folder, folder)
        ? paths.filter((path) => matchesGlob(one.glob, path))
        : []
      if (matching.length > 0) this.#report(key, matching)
    }
  }

  removeFolder(folder: string): void {
    this.#gone.add(folder)
    for (const [key, one] of this.#wanted) if (isSameFolder(one.folder, folder)) this.#report(key, null)
  }
}
