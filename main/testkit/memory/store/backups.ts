import { type BackupBook, StoreFullError, type Clock } from '../../../ports/ports.ts'
import type { BackupView } from '../../../contract/app/backups.ts'

/** Backups without files. */
export class MemoryBackups implements BackupBook {
  readonly #clock: Pick<Clock, 'now'>
  readonly #made: BackupView[] = []
  readonly taken = new Set<string>()
  wanted: string | null = null

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  list(): readonly BackupView[] {
    return this.#made.toReversed()
  }

  make(path: string | null): Promise<BackupView> {
    if (path !== null && this.taken.has(path))
      return Promise.reject(new StoreFullError(`${path} is there already; choose another name.`))
    const name = path ?? `janus-${String(this.#made.length + 1)}-asked.db`
    const at = this.#clock.now()
    const made = { name, path: path ?? `/state/backups/${name}`, at, kind: 'asked', size: 4096 } as const
    if (path === null) this.#made.push({ ...made, problem: null })
    else this.taken.add(path)
    return Promise.resolve({ ...made, problem: null })
  }

  wish(name: string): void {
    this.wanted = name
  }
}
