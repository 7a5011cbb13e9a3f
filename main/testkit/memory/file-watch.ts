import { isSameFolder } from '../../adapters/folder/folder-identity.ts'
import { matchesGlob } from '../../contract/timers/triggers.ts'
import type { FileEvent, FileWatch, WatchedFiles } from '../../ports/file-watch.ts'

/** Folders whose files a test changes, and which it can remove. */
export class MemoryFileWatch implements FileWatch {
  readonly #gone = new Set<string>()
  #wanted: ReadonlyMap<string, WatchedFiles> = new Map()
  #report: (key: string, event: FileEvent) => void = () => {}
  #counts: (key: string) => boolean = () => true

  watch(wanted: ReadonlyMap<string, WatchedFiles>): Promise<void> {
    const fresh = [...wanted].filter(([key]) => !this.#wanted.has(key))
    this.#wanted = wanted
    for (const [key, { folder }] of fresh)
      if (this.#gone.has(folder)) queueMicrotask(() => this.#report(key, { kind: 'folderGone' }))
    return Promise.resolve()
  }

  connect(report: (key: string, event: FileEvent) => void, counts = (_: string) => true): void {
    this.#report = report
    this.#counts = counts
  }

  close(): void {
    this.#wanted = new Map()
  }

  /** Writes files in a folder at once. */
  put(folder: string, ...written: readonly string[]): void {
    for (const [key, one] of this.#wanted) {
      const isHere = isSameFolder(one.folder, folder)
      const paths = isHere ? written.filter((path) => matchesGlob(one.glob, path)) : []
      if (paths.length > 0 && this.#counts(key)) this.#report(key, { kind: 'files', paths })
    }
  }

  removeFolder(folder: string): void {
    this.#gone.add(folder)
    for (const [key, one] of this.#wanted)
      if (isSameFolder(one.folder, folder)) this.#report(key, { kind: 'folderGone' })
  }
}
