import { existsSync, lstatSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BackupView } from '../../../contract/app/backups.ts'
import { StoreFullError } from '../../../ports/ports.ts'
import { reasonOf, readJsonFile, writeJsonFile } from '../../folder/json-file.ts'
import { removeOwnerOnly } from '../../folder/owner-only.ts'
import { readyPath, removeAll, activateRepairedDatabase } from '../heal.ts'
import { removeMark } from '../log-mark.ts'
import { moveAside } from '../set-aside.ts'
import { databaseName } from '../store.ts'
import { problemOf, headerProblem } from './check.ts'
import { copyDatabase } from './copy-file.ts'
import { backupsIn, spaceProblem, readBackupName } from './backup-folder.ts'

/** A restored database on which Janus has not started yet. */
export interface Restored {
  /** Time of its content in milliseconds. */
  readonly at: number
  /** Paths of the previous database; empty if there was none. */
  readonly kept: readonly string[]
}

/** Records a requested or completed restore. */
const notePath = (folder: string): string => join(folder, 'restore.json')

/**
 * Replaces the database by a copy of a backup; the previous one is set aside. Throws `StoreFullError` with
 * a message for the user and then changes nothing. The caller must hold the folder's lock, and nobody may
 * have the database open.
 */
export function restore(folder: string, backup: string, now: number): Restored {
  const file = join(folder, databaseName)
  const ready = readyPath(file)
  const at = timeOf(backup) ?? now
  try {
    const glance = headerProblem(backup)
    if (glance !== null) throw new StoreFullError(`${backup} ${glance}`)
    refuseObstacle(file)
    const room = spaceProblem(folder, lstatSync(backup).size)
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
  activateRepairedDatabase(file)
  const restored = { at, kept: before }
  writeJsonFile(notePath(folder), { restored })
  return restored
}

function refuseObstacle(file: string): void {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat && !stat.isFile())
    throw new StoreFullError(`${file} is not a regular file. Remove it, then try again.`)
}

/** Time of the content: from the backup's name, else the file's modification time. */
function timeOf(path: string): number | null {
  return readBackupName(basename(path))?.at ?? lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null
}

/** Fully checks backups, newest first; returns null when none is intact. */
export function newestGood(folder: string): BackupView | null {
  return backupsIn(folder).find(({ path, problem }) => problem === null && problemOf(path) === null) ?? null
}

/** Schedules a restore for the next start. Throws `StoreFullError`. */
export function scheduleRestore(folder: string, name: string): void {
  writeJsonFile(notePath(folder), { wanted: name })
}

/**
 * Returns the path of the scheduled backup. Clears the request, so that a failing restore doesn't block
 * later starts.
 */
export function takeScheduledRestore(folder: string): string | null {
  const { wanted } = readJsonFile(notePath(folder)).fields
  if (typeof wanted !== 'string') return null
  removeOwnerOnly(notePath(folder))
  return backupsIn(folder).find(({ name }) => name === wanted)?.path ?? null
}

/**
 * Returns the restore done before this start, or null when there was none or Janus has started since. Call
 * it before the database is opened.
 */
export function readRestored(folder: string): Restored | null {
  const { restored } = readJsonFile(notePath(folder)).fields
  const file = join(folder, databaseName)
  // The restore was interrupted before it replaced anything.
  if (existsSync(readyPath(file)) && existsSync(file)) {
    removeOwnerOnly(notePath(folder))
    return null
  }
  if (typeof restored !== 'object' || restored === null || !('at' in restored)) return null
  const keptOf = 'kept' in restored && Array.isArray(restored.kept) ? restored.kept : []
  if (typeof restored.at !== 'number') return null
  return { at: restored.at, kept: keptOf.filter((one): one is string => typeof one === 'string') }
}

/** Call once Janus has started on the restored database. */
export function forgetRestored(folder: string): void {
  removeOwnerOnly(notePath(folder))
}
