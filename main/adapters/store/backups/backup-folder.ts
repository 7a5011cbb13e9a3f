import { sizeWords } from '../../../contract/words/size-words.ts'
import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupKinds, type BackupKind, type BackupView } from '../../../contract/app/backups.ts'
import { freeIn } from '../../folder/disk-monitor.ts'
import { makeOwnFolder, syncFolder } from '../../folder/owner-only.ts'
import { headerProblem } from './check.ts'

/** How many of each kind are kept. */
export const keptPerKind = 3
/** So much stays free beside a backup, in bytes: what is said meanwhile must find room. */
const margin = 64 * 1024 * 1024

const names = /^janus-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([a-z]+)(?:-\d+)?\.db$/

/** Folder of the backups in a state folder. */
export const backupFolder = (folder: string): string => join(folder, 'backups')

/** Makes that folder where it is missing, and removes what a backup that broke off has left. Throws `FolderError`. */
export function openBackupFolder(folder: string): string {
  const backups = backupFolder(folder)
  makeOwnFolder(backups)
  for (const name of readdirSync(backups)) if (isDraft(name)) rmSync(join(backups, name), { force: true })
  return backups
}

/** Where a backup is made before it is known to be good; `wanted` is the path that it gets then. */
export const draftOf = (wanted: string): string => `${wanted}.draft`
const isDraft = (name: string): boolean => name.endsWith('.db.draft')

/** A free path for a backup of what is so at a time, in ms. */
export function pathFor(backups: string, at: number, kind: BackupKind): string {
  const time = `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  for (let n = 1; ; n++) {
    const path = join(backups, `janus-${time}-${kind}${n === 1 ? '' : `-${String(n)}`}.db`)
    if (!existsSync(path)) return path
  }
}

/** The backups that lie in a state folder, newest first. Throws nothing: what cannot be read is none. */
export function backupsIn(folder: string): readonly BackupView[] {
  const backups = backupFolder(folder)
  try {
    return readdirSync(backups)
      .flatMap((name) => viewOf(backups, name) ?? [])
      .sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1))
  } catch {
    return []
  }
}

/** What the name of a backup says: when what it holds was so, in ms, and why it was made; null: it is none. */
export function readBackupName(name: string): Pick<BackupView, 'at' | 'kind'> | null {
  const [, year, month, day, hour, minute, second, word] = names.exec(name) ?? []
  const kind = backupKinds.find((one) => one === word)
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return kind === undefined || Number.isNaN(at) ? null : { at, kind }
}

function viewOf(backups: string, name: string): BackupView | null {
  const read = readBackupName(name)
  const path = join(backups, name)
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (read === null || stat === undefined) return null
  return { name, path, ...read, size: stat.size, problem: headerProblem(path) }
}

/** Gives a backup that was checked its name for good. */
export function keepBackup(path: string, backups: string): void {
  renameSync(draftOf(path), path)
  syncFolder(backups)
}

/**
 * Removes what is too old of a kind. The one that was made just now stays, whatever the clock says of it; one that a
 * glance tells is no good keeps none from staying.
 */
export function clearOut(folder: string, made: BackupView['path']): void {
  const kind = backupsIn(folder).find(({ path }) => path === made)?.kind
  const others = backupsIn(folder).filter((one) => one.kind === kind && one.path !== made)
  const good = others.filter(({ problem }) => problem === null)
  const bad = others.filter(({ problem }) => problem !== null)
  for (const { path } of [...good.slice(keptPerKind - 1), ...bad.slice(keptPerKind - 1)])
    rmSync(path, { force: true })
}

/** Why there is no room for a file of so many bytes in a folder; null: there is. */
export function lacksRoom(folder: string, size: number, free = freeIn(folder)): string | null {
  if (free >= size + margin) return null
  return `There is not enough room in ${folder}: it takes ${sizeWords(size + margin)}, and ${sizeWords(free)} are free.`
}
