import { existsSync, lstatSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BackupView } from '../../../contract/app/backups.ts'
import { StoreFullError } from '../../../ports/ports.ts'
import { reasonOf, readJsonFile, writeJsonFile } from '../../folder/json-file.ts'
import { removeOwnerOnly } from '../../folder/owner-only.ts'
import { readyPath, removeAll, takeReady } from '../heal.ts'
import { removeMark } from '../log-mark.ts'
import { moveAside } from '../set-aside.ts'
import { databaseName } from '../store.ts'
import { problemOf, headerProblem } from './check.ts'
import { copyDatabase } from './copy-file.ts'
import { backupsIn, lacksRoom, readBackupName } from './backup-folder.ts'

/** What is known of a database that was restored, until Janus has started on it. */
export interface Restored {
  /** What it holds was so at this time, in ms. */
  readonly at: number
  /** Where the one before lies now; empty: there was none. */
  readonly kept: readonly string[]
}

/** A backup that is to be restored at the next start, or one that has been. */
const notePath = (folder: string): string => join(folder, 'restore.json')

/**
 * Puts a copy of a backup in the place of the database, which is set aside whole. Throws `StoreFullError` in words for
 * a user, and nothing is changed then. The caller holds the lock of the folder, and nobody has the database open.
 */
export function restore(folder: string, backup: string, now: number): Restored {
  const file = join(folder, databaseName)
  const ready = readyPath(file)
  const at = timeOf(backup) ?? now
  try {
    const glance = headerProblem(backup)
    if (glance !== null) throw new StoreFullError(`${backup} ${glance}`)
    refuseObstacle(file)
    const room = lacksRoom(folder, lstatSync(backup).size)
    if (room !== null) throw new StoreFullError(room)
    removeAll(ready)
    copyDatabase(backup, ready, true)
    const problem = problemOf(ready)
    if (problem !== null) throw new StoreFullError(`${backup} ${problem} Nothing was changed.`)
    writeJsonFile(notePath(folder), { restored: { at } })
  } catch (error) {
    removeAll(ready)
    if (error instanceof StoreFullError) throw error
    throw new StoreFullError(`${backup} could not be restored. ${reasonOf(error)}`, { cause: error })
  }
  const before = existsSync(file) ? moveAside(file, 'before-restore') : []
  removeMark(file)
  takeReady(file)
  const restored = { at, kept: before }
  writeJsonFile(notePath(folder), { restored })
  return restored
}

function refuseObstacle(file: string): void {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat && !stat.isFile())
    throw new StoreFullError(`${file} is not a regular file. Remove it, then try again.`)
}

/** When what a backup holds was so: by its name where it is one of ours, else by its file. */
function timeOf(path: string): number | null {
  return readBackupName(basename(path))?.at ?? lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null
}

/** The newest backup of a folder that is whole, all of it read; null: there is none. */
export function newestGood(folder: string): BackupView | null {
  return backupsIn(folder).find(({ path, problem }) => problem === null && problemOf(path) === null) ?? null
}

/** Notes that a backup is to be restored at the next start, by its name. Throws `StoreFullError`. */
export function wishRestore(folder: string, name: string): void {
  writeJsonFile(notePath(folder), { wanted: name })
}

/** Takes such a wish, and answers its path: so one that cannot be fulfilled keeps no later start from it. */
export function takeWish(folder: string): string | null {
  const { wanted } = readJsonFile(notePath(folder)).fields
  if (typeof wanted !== 'string') return null
  removeOwnerOnly(notePath(folder))
  return backupsIn(folder).find(({ name }) => name === wanted)?.path ?? null
}

/**
 * What was restored before this start; null: nothing, or Janus has started on it already. To be asked before the
 * database is opened.
 */
export function readRestored(folder: string): Restored | null {
  const { restored } = readJsonFile(notePath(folder)).fields
  const file = join(folder, databaseName)
  // It broke off before anything took the place of anything.
  if (existsSync(readyPath(file)) && existsSync(file)) {
    removeOwnerOnly(notePath(folder))
    return null
  }
  if (typeof restored !== 'object' || restored === null || !('at' in restored)) return null
  const keptOf = 'kept' in restored && Array.isArray(restored.kept) ? restored.kept : []
  if (typeof restored.at !== 'number') return null
  return { at: restored.at, kept: keptOf.filter((one): one is string => typeof one === 'string') }
}

/** Janus has started on it. */
export function forgetRestored(folder: string): void {
  removeOwnerOnly(notePath(folder))
}
