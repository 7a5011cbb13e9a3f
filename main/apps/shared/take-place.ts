import {
  FolderError,
  FolderFullError,
  FolderReadOnlyError,
  FolderTakenError,
} from '../../adapters/folder/errors.ts'
import { checkRoomToStart, openFolder } from '../../adapters/folder/folder.ts'
import { waitForFolderLock } from '../../adapters/folder/lock.ts'
import { copyToRead, type ReadingCopy } from '../../adapters/folder/reading-copy.ts'
import { type ReadingOnly, diskWords } from '../../contract/app/disk.ts'
import type { Clock } from '../../ports/ports.ts'

export interface LockedFolder {
  /** Real path of the state folder, or of its copy when it can't be written. */
  readonly folder: string
  /** The state folder as the user named it. */
  readonly home: string
  /** The original folder when this is a copy; otherwise null. */
  readonly readOf: string | null
  /** Why this is a copy; otherwise null. */
  readonly reading: ReadingOnly | null
  readonly release: () => void
}

/** Opens a copy if the folder can't be written. Rejects with an error whose message is for the user. */
export async function lockStateFolder(
  path: string,
  clock: Clock,
  log: (line: string) => void,
): Promise<LockedFolder> {
  try {
    const folder = openFolder(path)
    return { folder, home: folder, readOf: null, reading: null, release: await take(folder, clock) }
  } catch (error) {
    const isFull = error instanceof FolderFullError
    if (!isFull && !(error instanceof FolderReadOnlyError)) throw error
    const copy = copied(path, error)
    const reading = { kind: 'reading', path, copy: copy.folder, ...(isFull ? { isFull } : {}) } as const
    log(`disk: ${diskWords(reading)}`)
    return { folder: copy.folder, home: path, readOf: path, reading, release: copy.remove }
  }
}

async function take(folder: string, clock: Clock): Promise<() => void> {
  const release = await waitForFolderLock(folder, clock)
  try {
    checkRoomToStart(folder)
    return release
  } catch (error) {
    release()
    throw error
  }
}

/** If there is nothing to read, rethrows why the folder can't be written. */
function copied(path: string, why: FolderError): ReadingCopy {
  let copy: ReadingCopy | null
  try {
    copy = copyToRead(path)
  } catch (error) {
    throw error instanceof FolderError || error instanceof FolderTakenError ? error : why
  }
  if (copy === null) throw why
  return copy
}
