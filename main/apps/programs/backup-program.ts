import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { openFolder } from '../../adapters/folder/folder.ts'
import { waitForFolderLock } from '../../adapters/folder/lock.ts'
import { FolderTakenError } from '../../adapters/folder/errors.ts'
import { syncFolder } from '../../adapters/folder/owner-only.ts'
import { backUpClosedDatabase, copyChecked } from '../../adapters/store/backups/at-rest.ts'
import { newestGood, restore } from '../../adapters/store/backups/restore.ts'
import { backupsIn, draftOf, backupFolder } from '../../adapters/store/backups/backup-folder.ts'
import { databaseName } from '../../adapters/store/store.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import type { AtRestAnswer } from '../../contract/app/backups.ts'
import { claimPath } from '../../server/app/backups.ts'
import { reportOf } from '../../server/app/app-requests.ts'

/** Arguments: `list`, `make` or `restore`, the state folder, a file. Prints `AtRestAnswer` as JSON. */
const [verb = '', path = '', file = null] = process.argv.slice(2)
process.stdout.write(`${JSON.stringify(await answer())}\n`)

async function answer(): Promise<AtRestAnswer> {
  try {
    if (verb !== 'restore' && !existsSync(path)) return { error: `There is nothing at ${path}.` }
    const folder = openFolder(path)
    if (verb === 'list') return { items: backupsIn(folder).map(reportOf), folder: backupFolder(folder) }
    const release = await waitForFolderLock(folder, systemClock)
    try {
      return verb === 'make' ? make(folder) : bringBack(folder)
    } finally {
      release()
    }
  } catch (error) {
    if (error instanceof FolderTakenError) return { error: takenWords(error) }
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function make(folder: string): AtRestAnswer {
  const now = systemClock.now()
  const database = join(folder, databaseName)
  if (!existsSync(database)) return { error: `There is no database in ${folder}.` }
  if (file === null) return { made: backUpClosedDatabase(folder, now, 'asked') ?? '' }
  const to = resolve(file)
  claimPath(to)
  try {
    copyChecked(database, draftOf(to))
    renameSync(draftOf(to), to)
    syncFolder(dirname(to))
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  }
  return { made: to }
}

function bringBack(folder: string): AtRestAnswer {
  const from = file === null ? newestGood(folder)?.path : named(folder, file)
  if (from === undefined) return { error: `There is no good backup in ${backupFolder(folder)}.` }
  const { at, kept } = restore(folder, from, systemClock.now())
  return { restored: from, at: new Date(at).toISOString(), kept }
}

/** Returns a known backup's path, or resolves the file's path. */
function named(folder: string, name: string): string {
  const known = isAbsolute(name) ? undefined : backupsIn(folder).find((one) => one.name === name)
  return known?.path ?? resolve(name)
}

function takenWords({ pid }: FolderTakenError): string {
  const who = pid === null ? 'Janus runs' : `Janus runs (process ${String(pid)})`
  return verb === 'restore'
    ? `${who}: it has the database open. Quit it, then try again.`
    : `${who}, and does not answer. Quit it, then try again.`
}
