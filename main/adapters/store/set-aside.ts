import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../folder/owner-only.ts'
import { StoreSetAsideError } from './faults.ts'

/** SQLite's companion files; a database moved without them loses its newest commits. */
export const companions = ['-wal', '-shm', '-journal'] as const

/** Returns the first free `<file>.<word>-<n>`. */
function freePath(file: string, word: string): string {
  for (let n = 1; ; n++) {
    const path = `${file}.${word}-${n}`
    if (['', ...companions].every((end) => !existsSync(path + end))) return path
  }
}

/** Returns the error to throw. */
export function setAside(file: string, why: string): StoreSetAsideError {
  const moved = moveAside(file, 'damaged')
  const message =
    `The database ${file} cannot be used: ${why}. Nothing was deleted: it now lies at ${moved.join(', ')}. ` +
    'Start Janus again to begin with an empty one, or put a good copy in its place first.'
  return new StoreSetAsideError(message, moved)
}

/** Returns the error to throw. */
export function setOlderAside(file: string): StoreSetAsideError {
  const moved = moveAside(file, 'before-release')
  const message =
    `The database ${file} was written by a build of Janus from before its first release, which this one cannot read. ` +
    `Nothing was deleted: it now lies at ${moved.join(', ')}. Start Janus again to begin with an empty one.`
  return new StoreSetAsideError(message, moved)
}

/**
 * Moves a database with its companion files to a free name beside it; returns the new paths. Deletes
 * nothing.
 */
export function moveAside(
  file: string,
  word: 'damaged' | 'before-restore' | 'before-release' = 'damaged',
): readonly string[] {
  const target = freePath(file, word)
  const moved: string[] = []
  // The database first: after a crash in between, a log without its database remains, which the next start
  // sets aside, too. In reverse order, that start would find a database without its newest rows.
  for (const end of ['', ...companions]) {
    if (!existsSync(file + end)) continue
    renameSync(file + end, target + end)
    moved.push(target + end)
  }
  syncFolder(dirname(file))
  return moved
}
