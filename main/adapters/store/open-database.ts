import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { syncFolder } from '../folder/owner-only.ts'
import { StoreRefusedError } from './errors.ts'
import { faultOf, refusal } from './faults.ts'
import {
  applicationId,
  expectedFingerprint,
  fingerprint,
  formatVersion,
  makeTables,
  remakeSearch,
} from './schema.ts'
import { companions, setAside, setOlderAside } from './set-aside.ts'

// Alone on the file: no memory shared with others, which a full disk could tear, and a second opener is refused.
// Four times the usual cache, in KiB: after a million messages a commit reads half as many pages.
const settings = `
  PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
  PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 1000;
  PRAGMA journal_size_limit = 16777216; PRAGMA cache_size = -8000;
  PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1;
`

/** Why a file is not a database of ours in good order. */
class Damage extends Error {}

/** The file is ours, of a build from before the first release. */
class Older extends Error {}

/**
 * Opens the database, making it if there is none.
 * Throws `StoreSetAsideError` after setting a damaged, foreign or older file aside, `StoreRefusedError` for one that is
 * left alone, `StoreFullError` where the disk is full or does not let it be opened.
 */
export function openDatabase(
  file: string,
  tables: string,
  busyMs: number,
  verify: (db: DatabaseSync) => void,
): DatabaseSync {
  refuseUnsafe(file)
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found?.size === 0) throw setAside(file, 'it is empty')
  if (!found && companions.some((end) => existsSync(file + end))) {
    throw setAside(file, 'only its log was found, the database itself is gone')
  }
  if (!found) create(file, tables)
  const db = new DatabaseSync(file, { timeout: busyMs })
  try {
    db.exec(settings)
    inspect(db, tables, file)
    verify(db)
    return db
  } catch (error) {
    // Judged before it is closed: SQLite writes the log into the database as it closes, which for a log that
    // does not belong there would be the end of it, but leaves a file alone that has been moved.
    if (process.platform === 'win32') closeQuietly(db)
    const verdict = judged(error, file)
    closeQuietly(db)
    throw verdict
  }
}

/** Opens a database that is known to be in good order, with the settings that hold for every connection. */
export function connect(file: string, busyMs: number): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: busyMs })
  try {
    db.exec(settings)
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
function create(file: string, tables: string): void {
  const fresh = `${file}.new`
  try {
    for (const end of ['', ...companions]) rmSync(fresh + end, { force: true })
    makeOwnerOnly(fresh)
    const db = connect(fresh, 0)
    try {
      // Without a log yet: what cannot be written is then an error, and not found missing after the close.
      makeTables(db, tables)
    } finally {
      db.close()
    }
    renameSync(fresh, file)
    syncFolder(dirname(file))
  } catch (error) {
    const missing = missingModule(error)
    throw missing === undefined ? refusal(error, dirname(file), 'start') : lacking(missing, file, error)
  }
}

function makeOwnerOnly(path: string): void {
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW = 0 } = constants
  closeSync(openSync(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600))
}

/** Throws unless the file is ours, of this version, and whole. */
function inspect(db: DatabaseSync, tables: string, file: string): void {
  if (number(db, 'PRAGMA application_id') !== applicationId) throw new Damage('it is not a database of Janus')
  const version = number(db, 'PRAGMA user_version')
  if (version > formatVersion) {
    throw new StoreRefusedError(
      'newer',
      `${file} was written by a newer Janus (version ${version} of its format, this one knows ${formatVersion}). Use the newer one, or another folder.`,
    )
  }
  if (version < formatVersion) throw new Older()
  const [found, expected] = [fingerprint(db), expectedFingerprint(tables)]
  if (found.own !== expected.own) throw new Damage('its tables are not those of Janus')
  if (found.inner !== expected.inner) remakeSearch(db)
  refuseDamage(db)
  db.exec('PRAGMA journal_mode = WAL')
  db.exec('BEGIN IMMEDIATE; ROLLBACK')
}

/**
 * The full check: the quick one, hardly faster, does not see an index that lost its rows. A damaged search index is
 * made again from the rows it is made of.
 */
function refuseDamage(db: DatabaseSync): void {
  const problems = findProblems(db)
  if (problems.length > 0 && problems.every((problem) => /fts5/i.test(problem))) {
    remakeSearch(db)
    problems.splice(0, Infinity, ...findProblems(db))
  }
  if (problems[0] !== undefined) throw new Damage(`it is damaged (${problems[0]})`)
}

/** What SQLite's full check finds wrong; empty when all is well. */
export function findProblems(db: DatabaseSync): string[] {
  const rows = db.prepare('PRAGMA integrity_check').all()
  return rows.map((row) => String(row['integrity_check'])).filter((problem) => problem !== 'ok')
}

function number(db: DatabaseSync, pragma: string): number {
  return Number(Object.values(db.prepare(pragma).get() ?? {})[0])
}

/** Sets the file aside where its content is at fault; passes on what the surroundings are to blame for. */
function judged(error: unknown, file: string): unknown {
  if (error instanceof StoreRefusedError) return error
  if (error instanceof Older) return setOlderAside(file)
  const missing = missingModule(error)
  if (missing !== undefined) return lacking(missing, file, error)
  const fault = faultOf(error)
  if (fault === 'locked') {
    return new StoreRefusedError(
      'locked',
      `Another program has ${file} open. End it, then start Janus again.`,
      {
        cause: error,
      },
    )
  }
  if (fault === 'full') return refusal(error, dirname(file), 'start')
  if (fault === 'disk' && !(forbidden(error) && writable(file))) return refusal(error, dirname(file), 'start')
  const why = error instanceof Damage ? error.message : `it is damaged (${String(error)})`
  return setAside(file, why, error)
}

/** A part that this SQLite was built without: the file is not to blame. Modules named in it were compared before. */
function missingModule(error: unknown): string | undefined {
  return error instanceof Error ? /^no such module: (\w+)/.exec(error.message)?.[1] : undefined
}

function lacking(module: string, file: string, cause: unknown): StoreRefusedError {
  return new StoreRefusedError(
    'lacking',
    `The program that Janus runs in (${process.execPath}) has an SQLite without ${module}, which Janus needs. Nothing at ${file} was changed. ` +
      'Start Janus with Node 24 or newer, or as the desktop app.',
    { cause },
  )
}

/** SQLite may not write or open: where the system says otherwise, the header of the file forbids it. */
function forbidden(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && [8, 14].includes(Number(error.errcode) & 0xff)
}

function writable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    accessSync(dirname(file), constants.W_OK)
    return true
  } catch {
    return false
  }
}
