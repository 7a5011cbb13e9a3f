import { closeSync, existsSync, fsyncSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Durability } from '../../contract/app/disk.ts'
import { StoreFullError } from '../../ports/ports.ts'
import { identityOf } from '../folder/folder-identity.ts'
import { openNew } from '../folder/owner-only.ts'
import { faultOf, storeRefusal } from './faults.ts'
import { closeQuietly, connect, findProblems } from './open-database.ts'
import { remakeSearch } from './schema.ts'
import { LogMark } from './log-mark.ts'
import { keepBy, usualCheckpoint } from './pragmas.ts'
import { prepareAll } from './statements.ts'
import type { Statements } from './statements.ts'

type Write = (to: Statements) => void

/**
 * One connection that outlives faults of the disk. A full disk leaves it as it is: the next transaction may
 * succeed. Where the disk works again and only the connection does not, it is opened again.
 */
export class StoreConnection {
  readonly #file: string
  readonly #busyMs: number
  /** Which file it is on its disk: another one under its name must not take its place unnoticed. */
  readonly #identity: string
  #db: DatabaseSync | null
  #statements: Statements
  /** Failed at its very end: its rows lie in the log, where a new connection may find them, until a commit overwrites them. */
  #unsettled: Write | null = null
  /** Rows may be stored that their writer was told are not: nothing may be built on that before a new load. */
  #doubtful = false
  #repaired = false
  #kept: Durability = 'synced'
  #mark: LogMark | null = null
  #closed = false
  /** Told when the file itself is about to change though it was to keep still. */
  #disturbed: (() => void) | null = null

  constructor(file: string, db: DatabaseSync, busyMs: number) {
    this.#file = file
    this.#busyMs = busyMs
    this.#identity = identityOf(file)
    this.#db = db
    this.#statements = prepareAll(db)
    if (existsSync(`${file}-wal`)) this.#mark = new LogMark(file)
  }

  /** The statements of a working connection; throws when it is broken and cannot be repaired now. */
  statements(): Statements {
    if (this.#closed) throw new Error('the store is closed')
    if (!this.#db) this.#reopen(null)
    return this.#statements
  }

  /** Runs `write` as one transaction, kept as is asked when this returns; throws `StoreFullError` when nothing was kept. */
  transaction(write: Write, kept: Durability = 'synced'): void {
    try {
      this.#attempt(write, kept)
    } catch (error) {
      if (this.repairSearch(error)) return this.transaction(write, kept)
      // Kept for reading as long as the disk takes no writes: a new connection could not be made then.
      if (faultOf(error) !== 'disk' || !takesWrites(this.#file))
        throw storeRefusal(error, dirname(this.#file))
      this.#again(write)
    }
  }

  /**
   * Makes the search index again from the rows it is made of, if this error may come from damage in it; true when
   * it is worth trying again. Once only: what then still fails has other causes.
   */
  repairSearch(error: unknown): boolean {
    if (this.#repaired || faultOf(error) !== 'damaged' || !this.#db) return false
    this.#repaired = true
    try {
      remakeSearch(this.#db)
      return true
    } catch {
      return false
    }
  }

  /**
   * Lets the database's file stand as of now, so that another process can copy it: what is committed from here on goes
   * into the log alone. Waits as long as it takes to write back some pages of the log. `disturbed` is told when it
   * could stand no longer; the answer ends it. Throws `StoreFullError` where the log cannot be written back.
   */
  holdStill(disturbed: () => void): () => void {
    this.#mustBeThere()
    const { db } = this.#working()
    try {
      // As at any commit, once there are enough: a log that is begun again by the next one keeps its mark right.
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

  /** Writes the log back into the database and lets go of both. */
  close(): void {
    this.#disturb()
    this.#closed = true
    this.#mark?.end()
    if (!this.#db) return
    try {
      this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // On a full disk the log stays; the next start reads it.
    }
    closeQuietly(this.#db)
    this.#db = null
  }

  get isThere(): boolean {
    return identityOf(this.#file) === this.#identity
  }

  #attempt(write: Write, wanted: Durability = 'synced'): void {
    this.#mustBeThere()
    const to = this.statements()
    if (this.#doubtful) throw this.#doubt()
    // Without a log beside it nobody could see to it that the disk takes it.
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
      // What the fault left behind in this connection, a rollback may have cleared.
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
    try {
      if (this.#db?.isTransaction) this.#db.exec('ROLLBACK')
    } catch {
      // The next BEGIN tells whether the connection still works.
    }
  }

  /** Rows of a commit that failed may come back with the log: those of `retried`, which are only written again, or others. */
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
      // What an earlier sync may have failed to bring to the disk is written there again.
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

  /** What is written into files that nobody finds again is not kept. A log alone that is gone is written back and begun again. */
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

/** Says that the folder is not there any more, and what can be done. */
function goneWords(file: string): string {
  return `The database ${file} is gone, or another one lies in its place: nothing was saved. Put its folder back and Janus continues by itself; or quit Janus and start it again.`
}

/** Whether the disk under the database takes writes, whatever the connection says. */
function takesWrites(file: string): boolean {
  const probe = `${file}.probe`
  try {
    rmSync(probe, { force: true })
    const fd = openNew(probe)
    try {
      writeSync(fd, Buffer.alloc(4096), 0, 4096, 0)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
      rmSync(probe, { force: true })
    }
    return true
  } catch {
    return false
  }
}
