import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../ports/ports.ts'
import { startTime } from '../processes/system-processes.ts'
import { readApiFile } from './api-file.ts'
import { codeOf, FolderError, FolderTakenError, inFolderWords, primaryCode, quietly } from './errors.ts'
import {
  checkPlainOrMissing,
  makeOwnerOnly,
  readOwnerOnly,
  removeOwnerOnly,
  writeOwnerOnly,
} from './owner-only.ts'

/** How long two that start at once are given to settle which is first, in ms. */
const settleMs = 100

/** Kept for good: a connection that nobody refers to is collected, and its lock with it. */
const held = new Set<DatabaseSync>()

/**
 * Makes this process the only one on the state folder until it ends or calls the answer. The lock is the
 * system's, on a database that is never written: it goes with its process however that dies, and stays while it
 * is merely stopped. Throws `FolderTakenError`, naming the first.
 */
export function lockFolder(folder: string): () => void {
  try {
    return locked(folder)
  } catch (error) {
    throw inFolderWords(error, folder)
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

/** How long the end of another one is waited for, how long one that does not say who it is, and how often it is looked, in ms. */
const wait = { longest: 12_000, unnamed: 2_000, glance: 100 }

/** The same; waits for one that has said that it is ending, or whose name is not there just then: it comes, or goes. */
export async function takeFolder(folder: string, clock: Clock): Promise<() => void> {
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

/** Says to anyone who comes next that this process, which holds the folder, is about to let go. */
export function tellEnding(folder: string): void {
  writeOwnerOnly(join(folder, 'lock.json'), `${JSON.stringify({ ...ourselves(), isEnding: true })}\n`)
}

/** A number alone is soon another's. */
const ourselves = () => ({ pid: process.pid, startedAt: startTime(process.pid) })

function letGo(db: DatabaseSync): void {
  held.delete(db)
  db.close()
}

function takeLock(path: string, folder: string, ownerPath: string): DatabaseSync {
  // Made here only when missing: to open and close an existing one would drop a lock this process has on it.
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
    // Another start was quicker; the lock decides between the two.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

const busy = 5

/** The refusal, with what is known of the first: what an earlier, dead one left behind is no help. */
function taken(folder: string, ownerPath: string): FolderTakenError {
  const { pid, startedAt, isEnding } = readOwner(ownerPath)
  const api = quietly(() => readApiFile(folder))
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
  const owner: unknown = quietly(() => JSON.parse(readOwnerOnly(ownerPath) ?? 'null') as unknown)
  if (typeof owner !== 'object' || owner === null || !('pid' in owner)) return gone
  const { pid } = owner
  const startedAt = 'startedAt' in owner && typeof owner.startedAt === 'string' ? owner.startedAt : null
  const isPid = typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0
  if (!isPid || !lives(pid) || (startedAt !== null && startTime(pid) !== startedAt)) return gone
  return { pid, startedAt, isEnding: 'isEnding' in owner && owner.isEnding === true }
}

/** A stopped process lives too. */
function lives(pid: number): boolean {
  return pid === process.pid || quietly(() => process.kill(pid, 0)) === true
}
