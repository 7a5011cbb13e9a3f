import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BackupKind } from '../../../contract/app/backups.ts'
import { StoreFullError } from '../../../ports/ports.ts'
import { reasonOf } from '../../folder/json-file.ts'
import { databaseName } from '../store.ts'
import { damageOf, readHeader } from './check.ts'
import { copyDatabase } from './copy-file.ts'
import { clearOut, draftOf, lacksRoom, openBackupFolder, pathFor, keepBackup } from './backup-folder.ts'

/**
 * Makes a backup of a database that nobody has open, with the log that lies beside it; answers its path, or null when
 * there is no database. Throws `StoreFullError` in words. The caller holds the lock of the folder.
 */
export function backUpAtRest(folder: string, at: number, kind: BackupKind): string | null {
  const file = join(folder, databaseName)
  if (!existsSync(file)) return null
  return inWords(file, () => {
    const backups = openBackupFolder(folder)
    const path = pathFor(backups, at, kind)
    copyChecked(file, draftOf(path))
    keepBackup(path, backups)
    clearOut(folder, path)
    return path
  })
}

/** Copies it under another name, and removes that again unless it is whole. Throws `StoreFullError` in words. */
export function copyChecked(file: string, to: string): void {
  inWords(file, () => {
    const room = lacksRoom(dirname(to), statSync(file).size)
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
