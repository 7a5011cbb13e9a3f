import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
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
import { makeOwnerOnly, openOwnerOnly, syncFolder } from '../folder/owner-only.ts'
import { foldInto, readLog, type WriteAheadLog, type LogFault } from './log-frames.ts'
import { salvage } from './salvage.ts'
import { companions } from './set-aside.ts'

interface Sick {
  /** The database's path. Nothing of it is changed. */
  readonly file: string
  /** What is wrong with its log, if that is it. */
  readonly fault: LogFault | null
  readonly why: string
  /** Makes a database with our tables and no rows under a path. */
  readonly makeEmpty: (path: string) => void
  /** Throws unless the database there is whole. */
  readonly mustBeWhole: (path: string) => void
}

/** Paths beside the database: what is worked on, and what waits to take its place. */
const working = (file: string): string => `${file}.fix`
/** Of a whole database that has still to get its name. */
export const readyPath = (file: string): string => `${file}.ready`

/**
 * Makes a database of what can be read of a damaged one, beside it and under another name; answers what happened, or
 * null when nothing could be read. Only copies are worked on.
 */
export function heal(sick: Sick): IncidentFacts[] | null {
  const { file } = sick
  try {
    return wholeAfterAll(sick) ?? carriedOver(sick)
  } finally {
    for (const path of [working(file), `${file}.again`]) removeAll(path)
  }
}

/** Gives a database that was made ready its name; true when there was one. */
export function takeReady(file: string): boolean {
  if (!existsSync(readyPath(file))) return false
  renameSync(readyPath(file), file)
  syncFolder(dirname(file))
  return true
}

/** Removes a database that has not got its name, with what belongs to it. */
export function removeAll(path: string): void {
  for (const end of ['', ...companions]) rmSync(path + end, { force: true })
}

/** With every frame that can be read, or without the log: perhaps nothing is missing that others do not say again. */
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
    // The newest first: what stands there already is not replaced by what is older.
    for (const one of log === null ? [null] : [log, null]) {
      copyWith(file, one)
      const found = openSick(working(file), again)
      if (found === null) continue
      try {
        const again = salvage(found, into)
        // What only the older one lacks is not missing.
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

/** The log to fold in: what is left of a damaged one, else the one that lies there. */
function logOf({ file, fault }: Sick): WriteAheadLog | null {
  if (fault !== null) return fault.log
  return existsSync(`${file}-wal`) ? readLog(readFileSync(`${file}-wal`)) : null
}

/** Copies the database to where it may be worked on, with the pages of a log in their places. */
function copyWith(file: string, log: WriteAheadLog | null): void {
  const copy = working(file)
  removeAll(copy)
  makeOwnerOnly(copy)
  copyFileSync(file, copy, constants.COPYFILE_FICLONE)
  // With the words come the rights of what was copied.
  chmodSync(copy, 0o600)
  if (log === null) return
  const fd = openOwnerOnly(copy)
  try {
    foldInto(fd, log)
  } finally {
    closeSync(fd)
  }
}

/** Opens a damaged copy for reading; with the tables of a sound one where it does not know its own. */
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

/** What is whole waits under a name of its own: should the power fail now, the next start goes on from there. */
function makeReady(path: string, file: string): void {
  const fd = openOwnerOnly(path)
  fsyncSync(fd)
  closeSync(fd)
  renameSync(path, readyPath(file))
  for (const end of companions) rmSync(path + end, { force: true })
  syncFolder(dirname(file))
}

const pageSize = 4096

/**
 * Gives a database that does not know its tables any more the pages that say what tables there are, from a new one:
 * Janus makes them in the same order each time, so they lie in the same places.
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
  const [source, target] = [openSync(from, 'r'), openOwnerOnly(into)]
  try {
    const page = Buffer.alloc(pageSize)
    for (const place of places) {
      readSync(source, page, 0, pageSize, (place - 1) * pageSize)
      if (place === 1) fitHeader(page, fstatSync(target).size)
      writeSync(target, page, 0, pageSize, (place - 1) * pageSize)
    }
  } finally {
    closeSync(source)
    closeSync(target)
  }
}

/** The header says how long the file is, and that no page of it is free. */
function fitHeader(page: Buffer, size: number): void {
  page.writeUInt32BE(Math.ceil(size / pageSize), 28)
  page.writeUInt32BE(0, 32)
  page.writeUInt32BE(0, 36)
}
