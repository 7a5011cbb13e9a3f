import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freeIn } from './disk-monitor.ts'
import { FolderError, FolderTakenError, primaryCode } from './errors.ts'
import { checkPlainOrMissing } from './owner-only.ts'

/** The database, its log and the acknowledged end of that, and the settings. */
const wanted = ['janus.db', 'janus.db-wal', 'janus.db.mark', 'settings.json']

export interface ReadingCopy {
  readonly folder: string
  readonly remove: () => void
}

/**
 * Copies the readable state of a read-only state folder to a temporary folder; returns null when there is
 * no database. Does not change the source. Throws `FolderError` when there is no space, and
 * `FolderTakenError` when a Janus runs on the folder.
 */
export function copyToRead(folder: string, places = temporaryPlaces()): ReadingCopy | null {
  const found = wanted.filter((name) => checkPlainOrMissing(join(folder, name)) !== null)
  if (!found.includes('janus.db')) return null
  refuseTaken(folder)
  const size = found.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  // Opening it may need the same space again.
  const above = places.find((place) => freeIn(place) >= size * 2)
  if (above === undefined)
    throw new FolderError(
      `Janus cannot write in ${folder}, and there is no room in ${places.join(' or ')} for a copy to read in. Free some space, then start Janus again.`,
    )
  const copy = realpathSync(mkdtempSync(join(above, 'janus-reading-')))
  const remove = (): void => rmSync(copy, { recursive: true, force: true })
  try {
    // The folder is new and only ours, so nothing can be planted in it.
    for (const name of found) {
      copyFileSync(join(folder, name), join(copy, name), constants.COPYFILE_EXCL)
      // The copy inherits the mode, which may be read-only.
      chmodSync(join(copy, name), 0o600)
    }
    return { folder: copy, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** /dev/shm as well, because the disk with the temporary folder is often the full one. */
const temporaryPlaces = (): readonly string[] =>
  [tmpdir(), '/dev/shm'].filter(
    (place, at) => at === 0 || (process.platform === 'linux' && existsSync(place)),
  )

/** A lock can be detected even where it can't be taken. */
function refuseTaken(folder: string): void {
  const path = join(folder, 'lock.db')
  if (checkPlainOrMissing(path) === null) return
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
  } catch (error) {
    if (primaryCode(error) === 5) throw new FolderTakenError(folder, null, null)
  } finally {
    db.close()
  }
}
