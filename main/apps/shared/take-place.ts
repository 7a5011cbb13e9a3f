import {
  FolderError,
  FolderFullError,
  FolderReadOnlyError,
  FolderTakenError,
} from '../../adapters/folder/errors.ts'
import { checkRoomToStart, openFolder } from '../../adapters/folder/folder.ts'
import { takeFolder } from '../../adapters/folder/lock.ts'
import { copyToRead, type ReadingCopy } from '../../adapters/folder/reading-copy.ts'
import { type ReadingOnly, diskWords } from '../../contract/app/disk.ts'
import type { Clock } from '../../ports/ports.ts'

export interface TakenPlace {
  /** The state folder's real path; where that cannot be written, of the copy that is read. */
  readonly folder: string
  /** The state folder, as the user knows it. */
  readonly home: string
  /** The state folder that a copy is read of; null: it is worked on itself. */
  readonly readOf: string | null
  /** Why only a copy is read; null: it is worked on itself. */
  readonly reading: ReadingOnly | null
  readonly release: () => void
}

/**
 * Takes the state folder for this process. Where it cannot be written, or its disk is full, but was written once, a copy
 * is taken, to be read and no more. Rejects with an error whose message is for the user.
 */
export async function takePlace(
  path: string,
  clock: Clock,
  log: (line: string) => void,
): Promise<TakenPlace> {
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
  const release = await takeFolder(folder, clock)
  try {
    checkRoomToStart(folder)
    return release
  } catch (error) {
    release()
    throw error
  }
}

/** Where there is nothing to read, or it may not be read either, what stood against writing is told. */
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
