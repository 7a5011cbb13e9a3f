import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BackupKind } from '../../../contract/app/backups.ts'
import { StoreFullError } from '../../../ports/ports.ts'
import { reasonOf } from '../../folder/json-file.ts'
import { databaseName } from '../store.ts'
import { damageOf, readHeader } from './check.ts'
import { copyDatabase } from './copy-file.ts'
import {
  deleteOldBackups,
  draftOf,
  spaceProblem,
  openBackupFolder,
  pathFor,
  keepBackup,
} from './backup-folder.ts'

/**
 * Backs up a database that nobody has open, together with its log. Returns the backup's path, or null
 * without a database. Throws `StoreFullError` with a message for the user. The caller must hold the
 * folder's lock.
 */
export function backUpClosedDatabase(folder: string, at: number, kind: BackupKind): string | null {
  const file = join(folder, databaseName)
  if (!existsSync(file)) return null
  return inWords(file, () => {
    const backups = openBackupFolder(folder)
    const path = pathFor(backups, at, kind)
    copyChecked(file, draftOf(path))
    keepBackup(path, backups)
    deleteOldBackups(folder, path)
    return path
  })
}

/**
 * Copies the database and verifies the copy; deletes it on failure. Throws `StoreFullError` with a message
 * for the user.
 */
export function copyChecked(file: string, to: string): void {
  inWords(file, () => {
    const room = spaceProblem(dirname(to), statSync(file).size)
    if (room !== null) throw new StoreFullError(room)
    rmSync(to, { force: true })
    copyDatabase(file, to, true)
    const problem = readHeader(to)?.isOurs === true ? damageOf(to) : 'is not a database of Janus.'
    if (problem === null) return
    rmSync(to, { force: true })
    throw new StoreFullError(`The copy of ${file} ${problem}`)
  })
}

function inWords<T>(file: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof StoreFullError) throw error
    throw new StoreFullError(`${file} could not be backed up. ${reasonOf(error)}`, { cause: error })
  }
}
