import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../ports/ports.ts'
import { isAlive, startTime } from '../processes/system-processes.ts'
import { readApiFile } from './api-file.ts'
import { codeOf, FolderError, FolderTakenError, toFolderError, primaryCode, orNull } from './errors.ts'
import {
  checkPlainOrMissing,
  makeOwnerOnly,
  readOwnerOnly,
  removeOwnerOnly,
  writeOwnerOnly,
} from './owner-only.ts'

/** Milliseconds that two simultaneous starts have to settle. */
const settleMs = 100

/** Keeps the connections referenced: a garbage-collected one would drop its lock. */
const held = new Set<DatabaseSync>()

/**
 * Locks the state folder for this process; returns the unlock function. The lock is the system's, on a
 * database that is never written: it survives suspension and ends with the process however that dies.
 * Throws `FolderTakenError`.
 */
export function lockFolder(folder: string): () => void {
  try {
    return locked(folder)
  } catch (error) {
    throw toFolderError(error, folder)
  }
}

function locked(folder: string): () => void {
  const path = join(folder, 'lock.db')
  const ownerPath = join(folder, 'lock.json')
  const db = takeLock(path, folder, ownerPath)
  try {
    writeOwnerOnly(ownerPath, `${JSON.stringify(ourselves())}\n`)
  } catch (error) {
    letGo(db)
    throw error
  }
  return () => {
    if (!db.isOpen) return
    removeOwnerOnly(ownerPath)
    letGo(db)
  }
}

/**
 * Milliseconds. `longest`: for a holder that is shutting down; `unnamed`: for one whose lock file is
 * missing.
 */
const wait = { longest: 12_000, unnamed: 2_000, glance: 100 }

/** Like `lockFolder`, but waits for a holder that is shutting down or has no readable lock file. */
export async function waitForFolderLock(folder: string, clock: Clock): Promise<() => void> {
  const began = clock.steady()
  for (;;) {
    try {
      return lockFolder(folder)
    } catch (error) {
      if (!(error instanceof FolderTakenError)) throw error
      const limit = error.isEnding ? wait.longest : error.pid === null ? wait.unnamed : 0
      if (clock.steady() - began >= limit) throw error
      await new Promise<void>((resolve) => clock.after(wait.glance, resolve))
    }
  }
}

/** Tells waiting starts that this process is shutting down. */
export function announceShutdown(folder: string): void {
  writeOwnerOnly(join(folder, 'lock.json'), `${JSON.stringify({ ...ourselves(), isEnding: true })}\n`)
}

/** The start time is needed because process ids are reused. */
const ourselves = () => ({ pid: process.pid, startedAt: startTime(process.pid) })

function letGo(db: DatabaseSync): void {
  held.delete(db)
  db.close()
}

function takeLock(path: string, folder: string, ownerPath: string): DatabaseSync {
  // Created only if missing: opening and closing it would drop a lock that this process has on it (POSIX).
  if (!checkPlainOrMissing(path)) makeEmpty(path)
  const db = new DatabaseSync(path, { timeout: settleMs })
  try {
    db.exec('BEGIN EXCLUSIVE')
    held.add(db)
    return db
  } catch (error) {
    db.close()
    if (primaryCode(error) === busy) throw taken(folder, ownerPath)
    throw new FolderError(`${path} cannot be locked (${String(error)}). Remove it, then start Janus again.`, {
      cause: error,
    })
  }
}

function makeEmpty(path: string): void {
  try {
    makeOwnerOnly(path)
  } catch (error) {
    // Another start created it; the lock decides between the two.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

const busy = 5

/** Ignores an API file left over from an earlier process. */
function taken(folder: string, ownerPath: string): FolderTakenError {
  const { pid, startedAt, isEnding } = readOwner(ownerPath)
  const api = orNull(() => readApiFile(folder))
  const isTheirs = api !== null && api.pid === pid && api.startedAt === startedAt
  return new FolderTakenError(folder, pid, isTheirs ? api.url : null, isEnding)
}

interface Owner {
  readonly pid: number | null
  readonly startedAt: string | null
  readonly isEnding: boolean
}

function readOwner(ownerPath: string): Owner {
  const gone = { pid: null, startedAt: null, isEnding: false }
  const owner: unknown = orNull(() => JSON.parse(readOwnerOnly(ownerPath) ?? 'null') as unknown)
  if (typeof owner !== 'object' || owner === null || !('pid' in owner)) return gone
  const { pid } = owner
  const startedAt = 'startedAt' in owner && typeof owner.startedAt === 'string' ? owner.startedAt : null
  const isPid = typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0
  if (!isPid || !isAlive(pid) || (startedAt !== null && startTime(pid) !== startedAt)) return gone
  return { pid, startedAt, isEnding: 'isEnding' in owner && owner.isEnding === true }
}
