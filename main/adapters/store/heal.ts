import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  fstatSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { IncidentFacts } from '../../contract/app/storage.ts'
import { closing, makeOwnerOnly, openOwnerOnly, syncFolder, syncOwnerOnly } from '../folder/owner-only.ts'
import { foldInto, readLog, type WriteAheadLog, type LogFault } from './log-frames.ts'
import { salvage } from './salvage.ts'
import { companions } from './set-aside.ts'

interface Sick {
  /** Never modified. */
  readonly file: string
  /** Null when the log is fine. */
  readonly fault: LogFault | null
  readonly why: string
  /** Creates a database with our tables and no rows. */
  readonly makeEmpty: (path: string) => void
  /** Throws unless the database is intact. */
  readonly mustBeWhole: (path: string) => void
}

/** The copy being repaired. */
const working = (file: string): string => `${file}.fix`
/** An intact database waiting for its final name. */
export const readyPath = (file: string): string => `${file}.ready`

/**
 * Builds a new database from the readable parts of a damaged one, under another name. Works only on copies.
 * Returns what happened, or null when nothing could be read.
 */
export function heal(sick: Sick): IncidentFacts[] | null {
  const { file } = sick
  try {
    return wholeAfterAll(sick) ?? carriedOver(sick)
  } finally {
    for (const path of [working(file), `${file}.again`]) removeAll(path)
  }
}

/** Renames a waiting database to its final name; returns whether there was one. */
export function activateRepairedDatabase(file: string): boolean {
  if (!existsSync(readyPath(file))) return false
  renameSync(readyPath(file), file)
  syncFolder(dirname(file))
  return true
}

export function removeAll(path: string): void {
  for (const end of ['', ...companions]) rmSync(path + end, { force: true })
}

/** Tries with all readable frames of the log, then without it; in the best case nothing is missing. */
function wholeAfterAll(sick: Sick): IncidentFacts[] | null {
  const { file, fault } = sick
  const log = logOf(sick)
  const logs = fault === null ? (log === null ? [] : [null]) : fault.log === null ? [null] : [log]
  for (const one of logs) {
    copyWith(file, one)
    try {
      sick.mustBeWhole(working(file))
    } catch {
      continue
    }
    makeReady(working(file), file)
    const { why, unreadable } = fault ?? { why: 'foreign' as const, unreadable: 0 }
    return [{ kind: 'log', why, unreadable }]
  }
  return null
}

function carriedOver(sick: Sick): IncidentFacts[] | null {
  const { file, fault, why } = sick
  const again = `${file}.again`
  removeAll(again)
  sick.makeEmpty(again)
  const into = new DatabaseSync(again)
  let rows: Extract<IncidentFacts, { kind: 'carried' }>['rows'] = []
  try {
    into.exec('PRAGMA synchronous = OFF; BEGIN')
    const log = logOf(sick)
    // Newest first: rows already there are not replaced by older ones.
    for (const one of log === null ? [null] : [log, null]) {
      copyWith(file, one)
      const found = openSick(working(file), again)
      if (found === null) continue
      try {
        const again = salvage(found, into)
        // Rows missing only in the older version are not missing.
        rows = rows.length === 0 ? again : again.map((now) => ({ ...now, missing: leastMissing(rows, now) }))
      } finally {
        found.close()
      }
    }
    into.exec('COMMIT')
  } finally {
    into.close()
  }
  if (!rows.some(({ what, carried }) => carried > 0 && what !== 'other records')) return null
  makeReady(again, file)
  const told: IncidentFacts = {
    kind: 'carried',
    why,
    rows: rows.filter((one) => one.carried + one.missing > 0),
  }
  return fault === null ? [told] : [{ kind: 'log', why: fault.why, unreadable: fault.unreadable }, told]
}

function leastMissing(
  rows: readonly { what: string; carried: number; missing: number }[],
  now: { what: string; carried: number },
): number {
  const before = rows.find(({ what }) => what === now.what)
  return Math.max(0, (before?.carried ?? 0) + (before?.missing ?? 0) - now.carried)
}

/** The readable part of a damaged log, else the log file. */
function logOf({ file, fault }: Sick): WriteAheadLog | null {
  if (fault !== null) return fault.log
  return existsSync(`${file}-wal`) ? readLog(readFileSync(`${file}-wal`)) : null
}

/** Copies the database and applies the log's pages to the copy. */
function copyWith(file: string, log: WriteAheadLog | null): void {
  const copy = working(file)
  removeAll(copy)
  makeOwnerOnly(copy)
  copyFileSync(file, copy, constants.COPYFILE_FICLONE)
  // The copy inherits the mode, which may be read-only.
  chmodSync(copy, 0o600)
  if (log === null) return
  closing(openOwnerOnly(copy), (fd) => foldInto(fd, log))
}

/**
 * Opens a damaged copy for reading. If its schema is unreadable, transplants that of a sound database
 * first.
 */
function openSick(path: string, sound: string): DatabaseSync | null {
  for (const help of [() => undefined, () => transplantSchema(sound, path)]) {
    if (statSync(path).size === 0) return null
    let db: DatabaseSync | null = null
    try {
      help()
      db = new DatabaseSync(path)
      db.exec('PRAGMA trusted_schema = OFF; PRAGMA locking_mode = EXCLUSIVE')
      db.prepare('SELECT count(*) FROM agent').get()
      return db
    } catch {
      db?.close()
    }
  }
  return null
}

/**
 * Renames the finished database in two steps, so that after a power failure the next start continues from
 * here.
 */
function makeReady(path: string, file: string): void {
  syncOwnerOnly(path)
  renameSync(path, readyPath(file))
  for (const end of companions) rmSync(path + end, { force: true })
  syncFolder(dirname(file))
}

const pageSize = 4096

/**
 * Copies the schema pages from a new database. They are at the same places, because Janus always creates
 * its tables in the same order.
 */
function transplantSchema(from: string, into: string): void {
  const db = new DatabaseSync(from, { readOnly: true })
  let places: number[]
  try {
    const rows = db.prepare(`SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'`).all()
    places = rows.map((row) => Number(row['pageno']))
  } finally {
    db.close()
  }
  const page = Buffer.alloc(pageSize)
  closing(openSync(from, 'r'), (source) =>
    closing(openOwnerOnly(into), (target) => {
      for (const place of places) {
        readSync(source, page, 0, pageSize, (place - 1) * pageSize)
        if (place === 1) fitHeader(page, fstatSync(target).size)
        writeSync(target, page, 0, pageSize, (place - 1) * pageSize)
      }
    }),
  )
}

/** Sets the file length in the header and clears the list of free pages. */
function fitHeader(page: Buffer, size: number): void {
  page.writeUInt32BE(Math.ceil(size / pageSize), 28)
  page.writeUInt32BE(0, 32)
  page.writeUInt32BE(0, 36)
}
