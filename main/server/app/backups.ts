import { lstatSync, rmSync, closeSync, openSync, renameSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { syncFolder } from '../../adapters/folder/owner-only.ts'
import { reasonOf } from '../../adapters/folder/json-file.ts'
import {
  backupsIn,
  deleteOldBackups,
  draftOf,
  openBackupFolder,
  pathFor,
  keepBackup,
} from '../../adapters/store/backups/backup-folder.ts'
import { scheduleRestore } from '../../adapters/store/backups/restore.ts'
import { failedWords, type BackupKind, type BackupView } from '../../contract/app/backups.ts'
import { StoreFullError, type Clock, type BackupBook } from '../../ports/ports.ts'

/** Milliseconds until the next look whether a new day has begun, or a failed backup can be made. */
const lookAgain = 3_600_000
const day = 86_400_000

interface BackupsParts {
  readonly folder: string
  readonly clock: Clock
  /**
   * Copies the database to a path and verifies the copy. Rejects with `StoreFullError` and then leaves no
   * file.
   */
  readonly copy: (to: string, signal: AbortSignal) => Promise<void>
  /** Whether there is nothing to back up yet. */
  readonly isEmpty: () => boolean
  /** Notifies the user. */
  readonly tell: (words: string) => void
  readonly log: (line: string) => void
}

/** Backs up the database daily while Janus runs, and on request. */
export class Backups implements BackupBook {
  readonly #parts: BackupsParts
  readonly #ending = new AbortController()
  #cancel: () => void = () => undefined
  #last: Promise<unknown> = Promise.resolve()
  /** The last day for which the user was notified of a failure. */
  #told = -1

  constructor(parts: BackupsParts) {
    this.#parts = parts
  }

  /** Makes the day's backup if it is due, and schedules the next look. */
  start(): void {
    if (this.#ending.signal.aborted) return
    void this.#daily()
    const { clock } = this.#parts
    const untilMidnight = day - modulo(this.#localTime(), day)
    this.#cancel = clock.after(Math.min(lookAgain, untilMidnight + 1000), () => this.start())
  }

  list(): readonly BackupView[] {
    return backupsIn(this.#parts.folder)
  }

  make(path: string | null): Promise<BackupView> {
    return this.#next(() => (path === null ? this.#inStateFolder('asked') : this.#atPath(path)))
  }

  wish(name: string): void {
    scheduleRestore(this.#parts.folder, name)
  }

  /** Cancels a running backup; resolves when nothing of it is left. */
  async close(): Promise<void> {
    this.#cancel()
    this.#ending.abort()
    await this.#last
  }

  async #daily(): Promise<void> {
    const { clock, tell, log } = this.#parts
    const today = this.#dayOf(clock.now())
    try {
      await this.#next(async () => {
        if (this.#isDue(today)) await this.#inStateFolder('daily')
      })
    } catch (error) {
      if (this.#ending.signal.aborted) return
      const words = failedWords(reasonOf(error))
      log(`backup: ${words}`)
      if (this.#told !== today) tell(words)
      this.#told = today
    }
  }

  #isDue(today: number): boolean {
    const isDone = this.list().some(({ at, kind }) => kind === 'daily' && this.#dayOf(at) === today)
    return !isDone && !this.#ending.signal.aborted && !this.#parts.isEmpty()
  }

  async #inStateFolder(kind: BackupKind): Promise<BackupView> {
    const { folder, clock, copy } = this.#parts
    const backups = openBackupFolder(folder)
    const path = pathFor(backups, clock.now(), kind)
    await copy(draftOf(path), this.#ending.signal)
    keepBackup(path, backups)
    deleteOldBackups(folder, path)
    const made = this.list().find((one) => one.path === path)
    if (made === undefined) throw new StoreFullError(`${path} is gone again.`)
    return made
  }

  /** To the user's path, without overwriting anything. */
  async #atPath(path: string): Promise<BackupView> {
    const { clock, copy } = this.#parts
    if (!isAbsolute(path)) throw new StoreFullError(`${path} is no full path.`)
    const at = clock.now()
    claimPath(path)
    try {
      await copy(draftOf(path), this.#ending.signal)
      renameSync(draftOf(path), path)
      syncFolder(dirname(path))
    } catch (error) {
      rmSync(path, { force: true })
      throw error
    }
    return { name: path, path, at, kind: 'asked', size: lstatSync(path).size, problem: null }
  }

  #next<T>(make: () => Promise<T>): Promise<T> {
    const next = this.#last.then(make)
    this.#last = next.catch(() => undefined)
    return next
  }

  #localTime(at = this.#parts.clock.now()): number {
    return at + this.#parts.clock.offset(at)
  }

  #dayOf(at: number): number {
    return Math.floor(this.#localTime(at) / day)
  }
}

/** Reserves a path with an empty file. Throws `StoreFullError` if it exists. */
export function claimPath(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const words = new Map([
      ['EEXIST', 'is there already; choose another name.'],
      ['ENOENT', 'cannot be made: its folder is not there.'],
      ['ENOTDIR', 'cannot be made: its folder is none.'],
    ])
    throw new StoreFullError(`${path} ${words.get(code) ?? `cannot be made. ${reasonOf(error)}`}`, {
      cause: error,
    })
  }
}

const modulo = (a: number, b: number): number => ((a % b) + b) % b
