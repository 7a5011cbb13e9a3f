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
import { openNew, syncFolder } from '../folder/owner-only.ts'

/** What is known of the log of a database that was not closed. */
export interface LogState {
  /** Which life of the log; empty: not known. */
  readonly salts: string
  /** So many frames of it were acknowledged. */
  readonly frames: number
}

const headerSize = 32
const frameHeaderSize = 24
/** Always of this length, so that one write in place replaces all of it. */
const length = 64

const pathOf = (database: string): string => `${database}.mark`

/** What a Janus that did not end in order has left; null: none is known to have been there. */
export function readMark(database: string): LogState | null {
  const text = readOwnText(pathOf(database), length)
  if (text === null) return null
  const found = /^([0-9a-f]{16}) (\d{1,10}) *\n?$/.exec(text)
  return { salts: found?.[1] ?? '', frames: Number(found?.[2] ?? 0) }
}

/** Forgets it, as when the database has been closed or set aside. */
export function removeMark(database: string): void {
  rmSync(pathOf(database), { force: true })
}

/**
 * Notes beside the database how far its log is on the disk, and brings to it what no commit has waited for. After an
 * unclean end a log that is shorter, gone or another one is so known for what it is. Written without a sync: after a power
 * cut it says less than was kept, never more. Whatever is in its way costs the note, never a commit.
 */
export class LogMark {
  readonly #database: string
  #mark: number | null = null
  #log: number | null = null
  #salts = ''
  readonly #header = Buffer.alloc(headerSize)
  #frames = 0
  /** Whether the disk is at it, and whether there is more for it since. */
  #syncing: 'no' | 'yes' | 'again' = 'no'

  /** `database`: its path; its log must be there. */
  constructor(database: string) {
    this.#database = database
    // Windows syncs only what may be written to.
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

  /** Whether it can see to it that what is written comes to the disk. */
  get canSync(): boolean {
    return this.#log !== null
  }

  /** Something was committed, and is on the disk with all before it. */
  committed(): void {
    if (this.#log === null || this.#mark === null) return
    try {
      const salts = this.#salts
      this.#walk(this.#log)
      const words = `${this.#salts} ${String(this.#frames)}`
      writeSync(this.#mark, `${words.padEnd(length - 1)}\n`, 0)
      // A log that was begun again is known as such after a power cut too.
      if (salts !== '' && salts !== this.#salts) fsyncSync(this.#mark)
    } catch {
      this.end()
    }
  }

  /** Something was committed for which nobody waits; the disk is told of it at once, or when it is done with the last. */
  written(): void {
    if (this.#log === null) return
    if (this.#syncing === 'no') this.#sync(this.#log)
    else this.#syncing = 'again'
  }

  #sync(log: number): void {
    this.#syncing = 'yes'
    // What the disk refuses here, the next commit that waits for it is told by SQLite.
    fdatasync(log, () => {
      if (this.#log !== log) return
      const isMore = this.#syncing === 'again'
      this.#syncing = 'no'
      if (isMore) this.#sync(log)
    })
  }

  /** Whether the log under its name is still the one that is written to; not known: true. */
  get isThere(): boolean {
    if (this.#log === null) return true
    const [own, named] = [fstatSync(this.#log), lstatSync(`${this.#database}-wal`, { throwIfNoEntry: false })]
    return named?.ino === own.ino && named.dev === own.dev
  }

  /** The database is about to be closed: no log will be expected any more. */
  end(): void {
    for (const fd of [this.#mark, this.#log]) if (fd !== null) closeSync(fd)
    this.#mark = null
    this.#log = null
    try {
      removeMark(this.#database)
    } catch {
      // One that stays makes the next start ask after a log that was written back; no more than that.
    }
  }

  /** On from the last commit that was seen, or from the beginning where the log was begun again. */
  #walk(log: number): void {
    const header = this.#header
    readSync(log, header, 0, headerSize, 0)
    const salts = header.toString('hex', 16, 24)
    if (salts !== this.#salts) this.#frames = 0
    this.#salts = salts
    const size = frameHeaderSize + header.readUInt32BE(8)
    // Only the beginnings of the frames: most commits have one or two.
    for (let n = this.#frames; ; n += 1) {
      const read = readSync(log, header, 0, frameHeaderSize, headerSize + n * size)
      if (read < frameHeaderSize || header.toString('hex', 8, 16) !== salts) return
      if (header.readUInt32BE(4) > 0) this.#frames = n + 1
    }
  }
}

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/** The first `most` bytes of a file as text; null where there is none, or none that can be read. */
function readOwnText(path: string, most: number): string | null {
  try {
    const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const bytes = Buffer.alloc(most)
      return bytes.toString('utf8', 0, readSync(fd, bytes, 0, most, 0))
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}
