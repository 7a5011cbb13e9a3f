import { existsSync, fsyncSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Durability } from '../../contract/app/disk.ts'
import { StoreFullError } from '../../ports/ports.ts'
import { identityOf } from '../folder/folder-identity.ts'
import { orNull } from '../folder/errors.ts'
import { closing, openNew } from '../folder/owner-only.ts'
import { faultOf, storeRefusal } from './faults.ts'
import { closeQuietly, connect, findProblems } from './open-database.ts'
import { remakeSearch } from './schema.ts'
import { LogMark } from './log-mark.ts'
import { keepBy, usualCheckpoint } from './pragmas.ts'
import { prepareAll } from './statements.ts'
import type { Statements } from './statements.ts'

type Write = (to: Statements) => void

/**
 * A connection that survives disk faults. After a full disk it is kept, since the next transaction may
 * succeed; when only the connection is broken, it is reopened.
 */
export class StoreConnection {
  readonly #file: string
  readonly #busyMs: number
  /** Device and inode, to detect that the file was replaced. */
  readonly #identity: string
  #db: DatabaseSync | null
  #statements: Statements
  /**
   * A write whose commit failed: its rows are in the log, where a new connection may find them until a
   * commit overwrites them.
   */
  #unsettled: Write | null = null
  /** Rows may be stored that were reported as not saved, so nothing more is written until a restart. */
  #doubtful = false
  #repaired = false
  #kept: Durability = 'synced'
  #mark: LogMark | null = null
  #closed = false
  /** Called when the file is about to change although it was held still. */
  #disturbed: (() => void) | null = null

  constructor(file: string, db: DatabaseSync, busyMs: number) {
    this.#file = file
    this.#busyMs = busyMs
    this.#identity = identityOf(file)
    this.#db = db
    this.#statements = prepareAll(db)
    if (existsSync(`${file}-wal`)) this.#mark = new LogMark(file)
  }

  /** Reopens a broken connection; throws when that fails. */
  statements(): Statements {
    if (this.#closed) throw new Error('the store is closed')
    if (!this.#db) this.#reopen(null)
    return this.#statements
  }

  /**
   * Runs `write` in a transaction with the given durability; throws `StoreFullError` when nothing was
   * saved.
   */
  transaction(write: Write, kept: Durability = 'synced'): void {
    try {
      this.#attempt(write, kept)
    } catch (error) {
      if (this.repairSearch(error)) return this.transaction(write, kept)
      // While the disk takes no writes, keep the connection for reading; it could not be reopened.
      if (faultOf(error) !== 'disk' || !takesWrites(this.#file))
        throw storeRefusal(error, dirname(this.#file))
      this.#again(write)
    }
  }

  /**
   * Rebuilds the search index if the error may come from damage in it; returns whether to try again. Only
   * once, because further errors have other causes.
   */
  repairSearch(error: unknown): boolean {
    if (this.#repaired || faultOf(error) !== 'damaged' || !this.#db) return false
    this.#repaired = true
    const db = this.#db
    return orNull(() => remakeSearch(db)) !== null
  }

  /**
   * Freezes the database file so that another process can copy it: further commits go only into the log.
   * First writes back the log, which takes a moment. `disturbed` is called when the file must change after
   * all; the returned function ends the freeze. Throws `StoreFullError` when the log can't be written back.
   */
  holdStill(disturbed: () => void): () => void {
    this.#mustBeThere()
    const { db } = this.#working()
    try {
      // A passive checkpoint, as after ordinary commits: the next commit restarts the log, which the log
      // mark handles.
      const log = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
      if (log?.['busy'] !== 0 || log['log'] !== log['checkpointed'])
        throw new StoreFullError(`The log of ${this.#file} could not be written back just now.`)
      db.exec('PRAGMA wal_autocheckpoint = 0')
    } catch (error) {
      throw storeRefusal(error, dirname(this.#file))
    }
    this.#disturbed = disturbed
    return () => {
      if (this.#disturbed !== disturbed) return
      this.#disturbed = null
      if (this.#db === db) db.exec(`PRAGMA wal_autocheckpoint = ${String(usualCheckpoint)}`)
    }
  }

  #disturb(): void {
    const tell = this.#disturbed
    this.#disturbed = null
    tell?.()
  }

  #working(): { db: DatabaseSync } {
    this.statements()
    if (this.#db === null) throw new Error('the store is closed')
    return { db: this.#db }
  }

  close(): void {
    this.#disturb()
    this.#closed = true
    this.#mark?.end()
    const db = this.#db
    if (!db) return
    // On a full disk the log stays and is read at the next start.
    orNull(() => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
    closeQuietly(db)
    this.#db = null
  }

  get isThere(): boolean {
    return identityOf(this.#file) === this.#identity
  }

  #attempt(write: Write, wanted: Durability = 'synced'): void {
    this.#mustBeThere()
    const to = this.statements()
    if (this.#doubtful) throw this.#doubt()
    // Without an open log there is no way to sync later.
    const kept = this.#mark?.canSync === true ? wanted : 'synced'
    let ending = false
    try {
      this.#keepBy(kept)
      to.begin.run()
      write(to)
      ending = true
      to.commit.run()
      this.#unsettled = null
      this.#mark ??= new LogMark(this.#file)
      if (kept === 'synced') this.#mark.committed()
      else this.#mark.written()
    } catch (error) {
      if (ending) this.#unsettled ??= write
      this.#rollback()
      throw error
    }
  }

  #keepBy(kept: Durability): void {
    if (this.#kept === kept || this.#db === null) return
    keepBy(this.#db, kept)
    this.#kept = kept
  }

  #again(write: Write): void {
    const folder = dirname(this.#file)
    try {
      // The rollback may have cleared the fault from this connection.
      return this.#attempt(write)
    } catch (error) {
      if (faultOf(error) !== 'disk') throw storeRefusal(error, folder)
    }
    const mine = this.#unsettled === write
    try {
      this.#reopen(write)
      this.#attempt(write)
    } catch (error) {
      if (mine) this.#doubtful = true
      throw storeRefusal(error, folder)
    }
  }

  #rollback(): void {
    // After an error, the next BEGIN shows whether the connection works.
    orNull(() => this.#db?.isTransaction && this.#db.exec('ROLLBACK'))
  }

  /**
   * Rows of a failed commit may reappear from the log. That is harmless for `retried`, which is written
   * again anyway.
   */
  #reopen(retried: Write | null): void {
    this.#disturb()
    if (identityOf(this.#file) !== this.#identity) throw this.#doubt()
    if (this.#unsettled && this.#unsettled !== retried) this.#doubtful = true
    this.#unsettled = null
    this.#mark?.end()
    this.#mark = null
    if (this.#db) closeQuietly(this.#db)
    this.#db = null
    const db = connect(this.#file, this.#busyMs)
    try {
      // Rewrites what an earlier failed sync may not have brought to the disk.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      const problem = findProblems(db)[0]
      if (problem !== undefined)
        throw new StoreFullError(`The database ${this.#file} is damaged (${problem}).`)
      this.#statements = prepareAll(db)
      this.#db = db
      this.#kept = 'synced'
    } catch (error) {
      closeQuietly(db)
      throw error
    }
  }

  /** Refuses to write into a replaced file. If only the log is gone, reopens, which starts a new one. */
  #mustBeThere(): void {
    if (this.#closed) return
    if (identityOf(this.#file) !== this.#identity) throw new StoreFullError(goneWords(this.#file))
    if (this.#mark?.isThere === false) this.#reopen(null)
  }

  #doubt(): StoreFullError {
    return new StoreFullError(
      `The database ${this.#file} changed under Janus while the disk failed: nothing more is saved. Start Janus again.`,
    )
  }
}

function goneWords(file: string): string {
  return `The database ${file} is gone, or another one lies in its place: nothing was saved. Put its folder back and Janus continues by itself; or quit Janus and start it again.`
}

/** Tests the disk independently of the connection. */
function takesWrites(file: string): boolean {
  const probe = `${file}.probe`
  const isWritten = orNull(() => {
    rmSync(probe, { force: true })
    try {
      return closing(openNew(probe), (fd) => {
        writeSync(fd, Buffer.alloc(4096), 0, 4096, 0)
        fsyncSync(fd)
        return true
      })
    } finally {
      rmSync(probe, { force: true })
    }
  })
  return isWritten === true
}
