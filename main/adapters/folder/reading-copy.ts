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

/** What is read: the database with its log and how far that was acknowledged, and the user's settings. */
const wanted = ['janus.db', 'janus.db-wal', 'janus.db.mark', 'settings.json']

/** A copy of a state folder, in which everything is as in a folder of its own. */
export interface ReadingCopy {
  readonly folder: string
  readonly remove: () => void
}

/**
 * Copies what can be read of a state folder that cannot be written to where temporary files are; null where there is
 * nothing to read. Nothing of the folder is changed. Throws `FolderError` where there is no room for it, and
 * `FolderTakenError` where a Janus runs on that folder by another way.
 */
export function copyToRead(folder: string, places = temporaryPlaces()): ReadingCopy | null {
  const found = wanted.filter((name) => checkPlainOrMissing(join(folder, name)) !== null)
  if (!found.includes('janus.db')) return null
  refuseTaken(folder)
  const size = found.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  // While it is open, it may be needed twice over.
  const above = places.find((place) => freeIn(place) >= size * 2)
  if (above === undefined)
    throw new FolderError(
      `Janus cannot write in ${folder}, and there is no room in ${places.join(' or ')} for a copy to read in. Free some space, then start Janus again.`,
    )
  const copy = realpathSync(mkdtempSync(join(above, 'janus-reading-')))
  const remove = (): void => rmSync(copy, { recursive: true, force: true })
  try {
    // The folder is new and ours alone: nobody can have planted anything in it.
    for (const name of found) {
      copyFileSync(join(folder, name), join(copy, name), constants.COPYFILE_EXCL)
      // With the words come the rights of what was copied, which may be to read only.
      chmodSync(join(copy, name), 0o600)
    }
    return { folder: copy, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Where temporary files are, and in memory: the disk of the former is often the one that is full. */
const temporaryPlaces = (): readonly string[] =>
  [tmpdir(), '/dev/shm'].filter(
    (place, at) => at === 0 || (process.platform === 'linux' && existsSync(place)),
  )

/** A lock can be seen where it cannot be taken. */
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
