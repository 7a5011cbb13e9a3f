import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../folder/owner-only.ts'
import { StoreDamagedError } from './errors.ts'

/** What SQLite keeps beside a database file; a database moved without them loses its newest commits. */
export const companions = ['-wal', '-shm', '-journal'] as const

/** First path of the form `<file>.<word>-<n>` under which nothing lies yet. */
export function freePath(file: string, word: string): string {
  for (let n = 1; ; n++) {
    const path = `${file}.${word}-${n}`
    if (['', ...companions].every((end) => !existsSync(path + end))) return path
  }
}

/**
 * Moves a database that cannot be used, with all that belongs to it, to a free name beside it and answers
 * the error that says so. Deletes nothing.
 */
export function setAside(file: string, why: string, cause?: unknown): StoreDamagedError {
  const target = freePath(file, 'damaged')
  const moved: string[] = []
  // The database first: if the app dies in between, what is left is a log without its database, which the
  // next start sets aside too. The other way round, that start would find a database without its newest rows.
  for (const end of ['', ...companions]) {
    if (!existsSync(file + end)) continue
    renameSync(file + end, target + end)
    moved.push(target + end)
  }
  syncFolder(dirname(file))
  const message =
    `The database ${file} cannot be used: ${why}. Nothing was deleted: it now lies at ${moved.join(', ')}. ` +
    'Start Janus again to begin with an empty one, or put a good copy in its place first.'
  return new StoreDamagedError(message, moved, { cause })
}
