import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { IncidentFacts } from '../../contract/app/storage.ts'
import { readHeader } from './backups/check.ts'
import { orNull } from '../folder/errors.ts'
import { makeOwnerOnly, syncFolder } from '../folder/owner-only.ts'
import { faultOf, storeRefusal, StoreRefusedError } from './faults.ts'
import { heal, readyPath, removeAll, activateRepairedDatabase } from './heal.ts'
import { migrate, oldestFormat } from './migrate.ts'
import { readMark, removeMark } from './log-mark.ts'
import { findLogFault, type LogFault } from './log-frames.ts'
import {
  DamagedDatabaseError,
  classifyOpenError,
  missingModuleRefusal,
  missingModule,
  PreReleaseFormatError,
} from './judge.ts'
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

/** `kept`: paths of what was set aside. */
export interface OpenedDatabase {
  readonly db: DatabaseSync
  readonly incidents: readonly IncidentFacts[]
  readonly kept: readonly string[]
}

type Verify = (db: DatabaseSync) => void

/**
 * Opens or creates the database and repairs it if possible; the damaged original is then set aside. Throws
 * `StoreSetAsideError` after setting aside an unreadable or too old one, `StoreRefusedError` for one that
 * is left alone, `StoreFullError` when the disk is full or prevents opening.
 */
export function openDatabase(file: string, format: Format, busyMs: number, verify: Verify): OpenedDatabase {
  refuseUnsafe(file)
  const marked = readMark(file)
  if (!existsSync(file)) {
    takeBack(file)
    activateRepairedDatabase(file)
  }
  // A waiting database is older than the existing one.
  else removeAll(readyPath(file))
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found?.size === 0) throw setAside(file, 'it is empty')
  if (!found && companions.some((end) => existsSync(file + end))) {
    throw setAside(file, 'only its log was found, the database itself is gone')
  }
  if (!found) create(file, format)
  const gone: IncidentFacts[] = !found && marked !== null ? [{ kind: 'gone' }] : []
  const fault = found ? findLogFault(file, marked) : null
  if (fault !== null) return healed(file, format, busyMs, verify, fault, 'its log is damaged')
  try {
    const { db, incidents } = openInPlace(file, format, busyMs, verify)
    return { db, incidents: [...gone, ...incidents], kept: [] }
  } catch (error) {
    if (!(error instanceof DamagedDatabaseError)) throw error
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
    // Writing immediately reveals a disk that can't be written to, and creates the log.
    beginWriting(db, format)
    return { db, incidents }
  } catch (error) {
    const verdict = classifyOpenError(error, file)
    // Moved away before closing: on close SQLite would write a foreign log into the database, but leaves a
    // renamed file alone.
    if (verdict instanceof DamagedDatabaseError && process.platform !== 'win32') apart(file, db)
    else closeQuietly(db)
    throw verdict instanceof PreReleaseFormatError ? setOlderAside(file) : verdict
  }
}

/** Repair supports only the current format, so an older database must be intact before it is migrated. */
function damagedOlder(file: string, version: number): StoreRefusedError {
  return new StoreRefusedError(
    'migration',
    `${file} is of an earlier Janus (format ${version}), and damaged. Start that one, which repairs it, then this one again. Nothing was changed.`,
  )
}

/** Restores files that an interrupted start had moved away. */
function takeBack(file: string): void {
  for (const end of [...companions, ''])
    if (existsSync(`${file}.held${end}`)) renameSync(`${file}.held${end}`, file + end)
}

/** Closes a connection without anything being written to its files. */
function apart(file: string, db: DatabaseSync): void {
  const away = `${file}.held`
  removeAll(away)
  const ends = ['', ...companions].filter((end) => existsSync(file + end))
  for (const end of ends) renameSync(file + end, away + end)
  closeQuietly(db)
  // The database last: while it is missing, the state counts as an interrupted start.
  for (const end of ends.toReversed()) {
    // An empty file was created by opening it.
    if (end !== '' && lstatSync(away + end).size === 0) rmSync(away + end)
    else renameSync(away + end, file + end)
  }
}

/**
 * Repairs the database, sets the original aside and opens the result; only sets it aside when nothing could
 * be read.
 */
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
      // If rows became older, the index contains more than the table, which no check detects.
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
  activateRepairedDatabase(file)
  return { db: openInPlace(file, format, busyMs, verify).db, incidents, kept }
}

/** Opens a database known to be intact. */
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

/** Ignores errors of a broken connection; its commits are on the disk. */
export function closeQuietly(db: DatabaseSync): void {
  orNull(() => db.close())
}

function refuseUnsafe(file: string): void {
  for (const path of [file, ...companions.map((end) => file + end)]) {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat || (stat.isFile() && stat.nlink === 1)) continue
    const kind = stat.isFile() ? 'has a second name elsewhere (a hard link)' : 'is not a regular file'
    throw new StoreRefusedError('unsafe', `${path} ${kind}. Remove it, then start Janus again.`)
  }
}

/** Creates the database under another name first, so that a file with the final name is always complete. */
function create(file: string, format: Format): void {
  const fresh = `${file}.new`
  try {
    removeAll(fresh)
    makeWhole(fresh, format)
    renameSync(fresh, file)
    syncFolder(dirname(file))
  } catch (error) {
    const missing = missingModule(error)
    throw missing === undefined
      ? storeRefusal(error, dirname(file), 'start')
      : missingModuleRefusal(missing, file, error)
  }
}

function makeWhole(path: string, format: Format): void {
  makeOwnerOnly(path)
  const db = connect(path, 0)
  try {
    // Without a log, so that write errors are thrown rather than lost on close.
    makeTables(db, format)
  } finally {
    db.close()
  }
}

/** Throws unless the file is an intact database of Janus; migrates older formats. */
function inspect(db: DatabaseSync, format: Format, file: string): readonly IncidentFacts[] {
  if (number(db, 'PRAGMA application_id') !== applicationId)
    throw new DamagedDatabaseError('it is not a database of Janus')
  const version = number(db, 'PRAGMA user_version')
  if (version > format.version) {
    throw new StoreRefusedError(
      'newer',
      `${file} was written by a newer Janus (version ${version} of its format, this one knows ${format.version}). Use the newer one, or another folder.`,
    )
  }
  if (version < oldestFormat) throw new PreReleaseFormatError()
  if (version < format.version) {
    if (findProblems(db).length > 0) throw damagedOlder(file, version)
    migrate(db, file, version, format)
  }
  const expected = expectedFingerprint(format.tables)
  const isAsMade = (part: 'own' | 'inner'): boolean => fingerprint(db)[part] === expected[part]
  if (!isAsMade('own')) throw new DamagedDatabaseError('its tables are not those of Janus')
  // Objects declared under a wrong name would remain beside the new ones and make the file unreadable for
  // later starts.
  if (!isAsMade('inner'))
    remakeSearch(db, () => {
      if (!isAsMade('own') || !isAsMade('inner'))
        throw new DamagedDatabaseError('its search index cannot be made again')
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
 * Runs the full check: the quick one is hardly faster and misses an index that lost rows. Rebuilds a
 * damaged search index.
 */
function refuseDamage(db: DatabaseSync): readonly IncidentFacts[] {
  const problems = findProblems(db)
  if (problems.length > 0 && problems.every((problem) => /fts5/i.test(problem))) {
    remakeSearch(db)
    problems.splice(0, Infinity, ...findProblems(db))
  }
  if (problems[0] === undefined) return []
  if (!remakeIndexes(db, () => findProblems(db).length === 0))
    throw new DamagedDatabaseError(`it is damaged (${problems[0]})`)
  return [{ kind: 'indexes' }]
}

/** Messages of SQLite's full check; empty when all is well. */
export function findProblems(db: DatabaseSync): string[] {
  const rows = db.prepare('PRAGMA integrity_check').all()
  return rows.map((row) => String(row['integrity_check'])).filter((problem) => problem !== 'ok')
}

function number(db: DatabaseSync, pragma: string): number {
  return Number(Object.values(db.prepare(pragma).get() ?? {})[0])
}
