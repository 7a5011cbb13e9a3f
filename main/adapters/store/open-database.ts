import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { IncidentFacts } from '../../contract/app/storage.ts'
import { readHeader } from './backups/check.ts'
import { makeOwnerOnly, syncFolder } from '../folder/owner-only.ts'
import { faultOf, storeRefusal, StoreRefusedError } from './faults.ts'
import { heal, readyPath, removeAll, takeReady } from './heal.ts'
import { migrate, oldestFormat } from './migrate.ts'
import { readMark, removeMark } from './log-mark.ts'
import { lookAtLog, type LogFault } from './log-frames.ts'
import { Damage, judged, lacking, missingModule, Older } from './judge.ts'
import { beginLog, setUp } from './pragmas.ts'
import { remakeIndexes } from './salvage.ts'
import {
  applicationId,
  expectedFingerprint,
  fingerprint,
  makeTables,
  remakeSearch,
  type Format,
} from './schema.ts'
import { companions, moveAside, setAside, setOlderAside } from './set-aside.ts'

/** An open database, what had happened to it, and where what was found lies now. */
export interface OpenedDatabase {
  readonly db: DatabaseSync
  readonly incidents: readonly IncidentFacts[]
  readonly kept: readonly string[]
}

type Verify = (db: DatabaseSync) => void

/**
 * Opens the database, making it if there is none, and healing it where that can be done: what was found is then set
 * aside whole. Throws `StoreSetAsideError` after setting aside what nothing could be read of or is older,
 * `StoreRefusedError` for what is left alone, `StoreFullError` where the disk is full or does not let it be opened.
 */
export function openDatabase(file: string, format: Format, busyMs: number, verify: Verify): OpenedDatabase {
  refuseUnsafe(file)
  const marked = readMark(file)
  if (!existsSync(file)) {
    takeBack(file)
    takeReady(file)
  }
  // One that was made ready and never took its place is older than what lies there.
  else removeAll(readyPath(file))
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found?.size === 0) throw setAside(file, 'it is empty')
  if (!found && companions.some((end) => existsSync(file + end))) {
    throw setAside(file, 'only its log was found, the database itself is gone')
  }
  if (!found) create(file, format)
  const gone: IncidentFacts[] = !found && marked !== null ? [{ kind: 'gone' }] : []
  const fault = found ? lookAtLog(file, marked) : null
  if (fault !== null) return healed(file, format, busyMs, verify, fault, 'its log is damaged')
  try {
    const { db, incidents } = openInPlace(file, format, busyMs, verify)
    return { db, incidents: [...gone, ...incidents], kept: [] }
  } catch (error) {
    if (!(error instanceof Damage)) throw error
    return healed(file, format, busyMs, verify, null, error.message)
  }
}

function openInPlace(file: string, format: Format, busyMs: number, verify: Verify) {
  const db = new DatabaseSync(file, { timeout: busyMs })
  try {
    setUp(db)
    const incidents = inspect(db, format, file)
    verify(db)
    beginLog(db)
    // Something is written at once: where that cannot be, it is known now, and there is a log from now on.
    beginWriting(db, format)
    return { db, incidents }
  } catch (error) {
    const verdict = judged(error, file)
    // Before it is closed: SQLite writes the log into the database as it closes, which for a log that does not belong
    // there would be the end of it, but leaves a file alone that has another name.
    if (verdict instanceof Damage && process.platform !== 'win32') apart(file, db)
    else closeQuietly(db)
    throw verdict instanceof Older ? setOlderAside(file) : verdict
  }
}

/** What is healed is of this format: one that is older has to be whole before it is brought on. */
function damagedOlder(file: string, version: number): StoreRefusedError {
  return new StoreRefusedError(
    'migration',
    `${file} is of an earlier Janus (format ${version}), and damaged. Start that one, which repairs it, then this one again. Nothing was changed.`,
  )
}

/** What a start that broke off held apart. */
function takeBack(file: string): void {
  for (const end of [...companions, ''])
    if (existsSync(`${file}.held${end}`)) renameSync(`${file}.held${end}`, file + end)
}

/** Closes a connection without a word of it reaching its files. */
function apart(file: string, db: DatabaseSync): void {
  const away = `${file}.held`
  removeAll(away)
  const ends = ['', ...companions].filter((end) => existsSync(file + end))
  for (const end of ends) renameSync(file + end, away + end)
  closeQuietly(db)
  // The database last, as long as it is not there this is taken for a start that broke off.
  for (const end of ends.toReversed()) {
    // An empty one was made by opening it just now.
    if (end !== '' && lstatSync(away + end).size === 0) rmSync(away + end)
    else renameSync(away + end, file + end)
  }
}

/** Heals it, sets aside what was found, and opens what came of it; sets it aside alone where nothing could be read. */
function healed(
  file: string,
  format: Format,
  busyMs: number,
  verify: Verify,
  fault: LogFault | null,
  why: string,
): OpenedDatabase {
  const header = readHeader(file)
  if (header?.isOurs && header.format >= oldestFormat && header.format < format.version)
    throw damagedOlder(file, header.format)
  const mustBeWhole = (path: string): void => {
    const db = new DatabaseSync(path)
    try {
      setUp(db)
      inspect(db, format, path)
      verify(db)
      // Of rows that are older than they were the index knows more than there is, which no check sees.
      remakeSearch(db)
    } finally {
      closeQuietly(db)
    }
  }
  let incidents: readonly IncidentFacts[] | null
  try {
    incidents = heal({ file, fault, why, makeEmpty: (path) => makeWhole(path, format), mustBeWhole })
  } catch (error) {
    throw ['full', 'disk'].includes(faultOf(error)) ? storeRefusal(error, dirname(file), 'start') : error
  }
  if (incidents === null) throw setAside(file, why)
  const kept = moveAside(file)
  removeMark(file)
  takeReady(file)
  return { db: openInPlace(file, format, busyMs, verify).db, incidents, kept }
}

/** Opens a database that is known to be in good order, with the settings that hold for every connection. */
export function connect(file: string, busyMs: number): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: busyMs })
  try {
    setUp(db)
    return db
  } catch (error) {
    closeQuietly(db)
    throw error
  }
}

/** Closes as well as it can: a connection that a fault broke may not close cleanly. */
export function closeQuietly(db: DatabaseSync): void {
  try {
    db.close()
  } catch {
    // Nothing is lost by it: what was committed is on the disk.
  }
}

function refuseUnsafe(file: string): void {
  for (const path of [file, ...companions.map((end) => file + end)]) {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat || (stat.isFile() && stat.nlink === 1)) continue
    const kind = stat.isFile() ? 'has a second name elsewhere (a hard link)' : 'is not a regular file'
    throw new StoreRefusedError('unsafe', `${path} ${kind}. Remove it, then start Janus again.`)
  }
}

/** Makes the database under another name first, so that a file under its own name is always a whole one. */
function create(file: string, format: Format): void {
  const fresh = `${file}.new`
  try {
    removeAll(fresh)
    makeWhole(fresh, format)
    renameSync(fresh, file)
    syncFolder(dirname(file))
  } catch (error) {
    const missing = missingModule(error)
    throw missing === undefined ? storeRefusal(error, dirname(file), 'start') : lacking(missing, file, error)
  }
}

function makeWhole(path: string, format: Format): void {
  makeOwnerOnly(path)
  const db = connect(path, 0)
  try {
    // Without a log yet: what cannot be written is then an error, and not found missing after the close.
    makeTables(db, format)
  } finally {
    db.close()
  }
}

/** Throws unless the file is ours, of this version, and whole. */
function inspect(db: DatabaseSync, format: Format, file: string): readonly IncidentFacts[] {
  if (number(db, 'PRAGMA application_id') !== applicationId) throw new Damage('it is not a database of Janus')
  const version = number(db, 'PRAGMA user_version')
  if (version > format.version) {
    throw new StoreRefusedError(
      'newer',
      `${file} was written by a newer Janus (version ${version} of its format, this one knows ${format.version}). Use the newer one, or another folder.`,
    )
  }
  if (version < oldestFormat) throw new Older()
  if (version < format.version) {
    if (findProblems(db).length > 0) throw damagedOlder(file, version)
    migrate(db, file, version, format)
  }
  const expected = expectedFingerprint(format.tables)
  const isAsMade = (part: 'own' | 'inner'): boolean => fingerprint(db)[part] === expected[part]
  if (!isAsMade('own')) throw new Damage('its tables are not those of Janus')
  // What is declared under a wrong name stays beside the new ones, and no later start could read the file.
  if (!isAsMade('inner'))
    remakeSearch(db, () => {
      if (!isAsMade('own') || !isAsMade('inner')) throw new Damage('its search index cannot be made again')
    })
  return refuseDamage(db)
}

/** A full disk is no reason not to read. */
function beginWriting(db: DatabaseSync, { version }: Format): void {
  try {
    db.exec(`PRAGMA user_version = ${version}`)
  } catch (error) {
    if (faultOf(error) !== 'full') throw error
  }
}

/**
 * The full check: the quick one, hardly faster, does not see an index that lost its rows. A damaged search index is
 * made again from the rows it is made of.
 */
function refuseDamage(db: DatabaseSync): readonly IncidentFacts[] {
  const problems = findProblems(db)
  if (problems.length > 0 && problems.every((problem) => /fts5/i.test(problem))) {
    remakeSearch(db)
    problems.splice(0, Infinity, ...findProblems(db))
  }
  if (problems[0] === undefined) return []
  if (!remakeIndexes(db, () => findProblems(db).length === 0))
    throw new Damage(`it is damaged (${problems[0]})`)
  return [{ kind: 'indexes' }]
}

/** What SQLite's full check finds wrong; empty when all is well. */
export function findProblems(db: DatabaseSync): string[] {
  const rows = db.prepare('PRAGMA integrity_check').all()
  return rows.map((row) => String(row['integrity_check'])).filter((problem) => problem !== 'ok')
}

function number(db: DatabaseSync, pragma: string): number {
  return Number(Object.values(db.prepare(pragma).get() ?? {})[0])
}
