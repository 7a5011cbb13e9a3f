import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { orNull } from '../folder/errors.ts'
import { closing, openNew, syncFolder } from '../folder/owner-only.ts'

/** The log of a database that was not closed. */
export interface LogState {
  /** Empty when unknown. */
  readonly salts: string
  /** Number of acknowledged frames. */
  readonly frames: number
}

const headerSize = 32
const frameHeaderSize = 24
/** A fixed length, so that one write replaces the whole mark. */
const length = 64

const pathOf = (database: string): string => `${database}.mark`

/** Left by a Janus that did not close the database; null when there is none. */
export function readMark(database: string): LogState | null {
  const text = readOwnText(pathOf(database), length)
  if (text === null) return null
  const found = /^([0-9a-f]{16}) (\d{1,10}) *\n?$/.exec(text)
  return { salts: found?.[1] ?? '', frames: Number(found?.[2] ?? 0) }
}

export function removeMark(database: string): void {
  rmSync(pathOf(database), { force: true })
}

/**
 * Records beside the database how far its log is synced, and syncs commits that did not wait. After a crash
 * this reveals a log that was truncated, deleted or replaced. Written without a sync, so after a power
 * failure it may report less than was saved, never more. Errors cost only the mark, never a commit.
 */
export class LogMark {
  readonly #database: string
  #mark: number | null = null
  #log: number | null = null
  #salts = ''
  readonly #header = Buffer.alloc(headerSize)
  #frames = 0
  /** `again`: more was written during the running sync. */
  #syncing: 'no' | 'yes' | 'again' = 'no'

  /** `database`: path; its log must exist. */
  constructor(database: string) {
    this.#database = database
    // Windows syncs only files opened for writing.
    const { O_RDWR, O_NOFOLLOW = 0 } = constants
    try {
      removeMark(database)
      this.#log = openSync(`${database}-wal`, O_RDWR | O_NOFOLLOW)
      this.#mark = openNew(pathOf(database))
      this.committed()
      fsyncSync(this.#mark)
      syncFolder(dirname(database))
    } catch {
      this.end()
    }
  }

  /** Whether unsynced commits can be synced later. */
  get canSync(): boolean {
    return this.#log !== null
  }

  /** Call after a synced commit. */
  committed(): void {
    if (this.#log === null || this.#mark === null) return
    try {
      const salts = this.#salts
      this.#walk(this.#log)
      const words = `${this.#salts} ${String(this.#frames)}`
      writeSync(this.#mark, `${words.padEnd(length - 1)}\n`, 0)
      // Sync the mark when the log was restarted, so that this is known after a power failure.
      if (salts !== '' && salts !== this.#salts) fsyncSync(this.#mark)
    } catch {
      this.end()
    }
  }

  /** Call after an unsynced commit. Starts a sync, or queues one while another is running. */
  written(): void {
    if (this.#log === null) return
    if (this.#syncing === 'no') this.#sync(this.#log)
    else this.#syncing = 'again'
  }

  #sync(log: number): void {
    this.#syncing = 'yes'
    // Errors are ignored: SQLite reports them to the next synced commit.
    fdatasync(log, () => {
      if (this.#log !== log) return
      const isMore = this.#syncing === 'again'
      this.#syncing = 'no'
      if (isMore) this.#sync(log)
    })
  }

  /** Whether the path still leads to the log that is written; true when unknown. */
  get isThere(): boolean {
    if (this.#log === null) return true
    const [own, named] = [fstatSync(this.#log), lstatSync(`${this.#database}-wal`, { throwIfNoEntry: false })]
    return named?.ino === own.ino && named.dev === own.dev
  }

  /** Call before the database is closed. */
  end(): void {
    for (const fd of [this.#mark, this.#log]) if (fd !== null) closeSync(fd)
    this.#mark = null
    this.#log = null
    // A leftover mark only makes the next start check the log once more.
    orNull(() => removeMark(this.#database))
  }

  /** Counts committed frames since the last call, or from the start of a restarted log. */
  #walk(log: number): void {
    const header = this.#header
    readSync(log, header, 0, headerSize, 0)
    const salts = header.toString('hex', 16, 24)
    if (salts !== this.#salts) this.#frames = 0
    this.#salts = salts
    const size = frameHeaderSize + header.readUInt32BE(8)
    // Reads only frame headers; most commits have one or two frames.
    for (let n = this.#frames; ; n += 1) {
      const read = readSync(log, header, 0, frameHeaderSize, headerSize + n * size)
      if (read < frameHeaderSize || header.toString('hex', 8, 16) !== salts) return
      if (header.readUInt32BE(4) > 0) this.#frames = n + 1
    }
  }
}

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/** Returns null when the file is missing or unreadable. */
function readOwnText(path: string, most: number): string | null {
  return orNull(() =>
    closing(openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), (fd) => {
      const bytes = Buffer.alloc(most)
      return bytes.toString('utf8', 0, readSync(fd, bytes, 0, most, 0))
    }),
  )
}
