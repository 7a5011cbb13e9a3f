import { FolderError, FolderReadOnlyError, FolderTakenError } from '../adapters/folder/errors.ts'
import { openFolder } from '../adapters/folder/folder.ts'
import { takeFolder } from '../adapters/folder/lock.ts'
import { copyToRead, type ReadingCopy } from '../adapters/folder/reading-copy.ts'
import { diskWords } from '../contract/disk-words.ts'
import type { Clock } from '../ports.ts'

/** Where a Janus works. */
export interface TakenPlace {
  /** The state folder's real path; where that cannot be written, of the copy that is read. */
  readonly folder: string
  /** The state folder, as the person knows it. */
  readonly home: string
  /** The state folder that a copy is read of; null: it is worked on itself. */
  readonly readOf: string | null
  /** Lets it go. */
  readonly release: () => void
}

/**
 * Takes the state folder for this process. Where it cannot be written, but was written once, a copy is taken, to be
 * read and no more. Rejects with an error whose message is for the person.
 */
export async function takePlace(
  path: string,
  clock: Clock,
  log: (line: string) => void,
): Promise<TakenPlace> {
  try {
    const folder = openFolder(path)
    return { folder, home: folder, readOf: null, release: await takeFolder(folder, clock) }
  } catch (error) {
    if (!(error instanceof FolderReadOnlyError)) throw error
    const copy = copied(path, error)
    log(`disk: ${diskWords({ kind: 'reading', path, copy: copy.folder })}`)
    return { folder: copy.folder, home: path, readOf: path, release: copy.remove }
  }
}

/** Where there is nothing to read, or it may not be read either, what stood against writing is told. */
function copied(path: string, why: FolderReadOnlyError): ReadingCopy {
  let copy: ReadingCopy | null
  try {
    copy = copyToRead(path)
  } catch (error) {
    throw error instanceof FolderError || error instanceof FolderTakenError ? error : why
  }
  if (copy === null) throw why
  return copy
}
