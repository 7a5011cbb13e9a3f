import { sizeWords } from '../../../contract/words/size-words.ts'
import { existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupKinds, type BackupKind, type BackupView } from '../../../contract/app/backups.ts'
import { freeIn } from '../../folder/disk-monitor.ts'
import { orNull } from '../../folder/errors.ts'
import { makeOwnFolder, syncFolder } from '../../folder/owner-only.ts'
import { headerProblem } from './check.ts'

const keptPerKind = 3
/** Bytes that must stay free beside a backup, for what is saved in the meantime. */
const margin = 64 * 1024 * 1024

const names = /^janus-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([a-z]+)(?:-\d+)?\.db$/

export const backupFolder = (folder: string): string => join(folder, 'backups')

/** Creates the folder if missing and deletes drafts of interrupted backups. Throws `FolderError`. */
export function openBackupFolder(folder: string): string {
  const backups = backupFolder(folder)
  makeOwnFolder(backups)
  for (const name of readdirSync(backups)) if (isDraft(name)) rmSync(join(backups, name), { force: true })
  return backups
}

/** Path of a backup until it was verified. */
export const draftOf = (wanted: string): string => `${wanted}.draft`
const isDraft = (name: string): boolean => name.endsWith('.db.draft')

/** `at`: time of the content in milliseconds. */
export function pathFor(backups: string, at: number, kind: BackupKind): string {
  const time = `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  for (let n = 1; ; n++) {
    const path = join(backups, `janus-${time}-${kind}${n === 1 ? '' : `-${String(n)}`}.db`)
    if (!existsSync(path)) return path
  }
}

/** Newest first; unreadable files are skipped. */
export function backupsIn(folder: string): readonly BackupView[] {
  const backups = backupFolder(folder)
  const views = orNull(() => readdirSync(backups).flatMap((name) => viewOf(backups, name) ?? []))
  return views?.sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1)) ?? []
}

/** Returns the time of the content in milliseconds and the reason for the backup; null for other files. */
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

/** Gives a verified backup its final name. */
export function keepBackup(path: string, backups: string): void {
  renameSync(draftOf(path), path)
  syncFolder(backups)
}

/**
 * Deletes the oldest backups of a kind. Keeps the one just made, whatever the clock says; bad backups don't
 * displace good ones.
 */
export function deleteOldBackups(folder: string, made: BackupView['path']): void {
  const kind = backupsIn(folder).find(({ path }) => path === made)?.kind
  const others = backupsIn(folder).filter((one) => one.kind === kind && one.path !== made)
  const good = others.filter(({ problem }) => problem === null)
  const bad = others.filter(({ problem }) => problem !== null)
  for (const { path } of [...good.slice(keptPerKind - 1), ...bad.slice(keptPerKind - 1)])
    rmSync(path, { force: true })
}

/** Returns null when there is enough space. */
export function spaceProblem(folder: string, size: number, free = freeIn(folder)): string | null {
  if (free >= size + margin) return null
  return `There is not enough room in ${folder}: it takes ${sizeWords(size + margin)}, and ${sizeWords(free)} are free.`
}
