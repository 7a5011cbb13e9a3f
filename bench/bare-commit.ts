import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The disk's current speed: commits one small row with nothing around it, as durably as Janus does. */
export class BareCommit {
  readonly #db: DatabaseSync
  readonly #file: string

  constructor(folder: string) {
    this.#file = join(folder, 'bare.db')
    this.#db = new DatabaseSync(this.#file)
    this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA locking_mode = EXCLUSIVE')
    this.#db.exec('CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT) STRICT')
  }

  /** Milliseconds. */
  measure(): number {
    const began = performance.now()
    this.#db.exec(`BEGIN IMMEDIATE; INSERT INTO word (text) VALUES ('${'word '.repeat(100)}'); COMMIT`)
    return performance.now() - began
  }

  close(): void {
    this.#db.close()
    for (const end of ['', '-wal', '-shm']) rmSync(this.#file + end, { force: true })
  }
}
