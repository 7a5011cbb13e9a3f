import { closeSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { inFolderWords } from './errors.ts'
import { openNew } from './owner-only.ts'

/** Bytes that a start may write before the user does anything: its address, its name, the database's log. */
const needed = Buffer.alloc(1024 * 1024)

/**
 * Throws `FolderFullError` where a start does not fit on the disk of a state folder whose lock is held. It writes, because
 * a quota shows in no figure.
 */
export function checkRoomToStart(folder: string): void {
  // A name that `openFolder` checks with the rest, should one stay behind.
  const path = join(folder, 'lock.db-room')
  try {
    rmSync(path, { force: true })
    const fd = openNew(path)
    try {
      for (let written = 0; written < needed.length;) written += writeSync(fd, needed, written)
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    throw inFolderWords(error, folder)
  } finally {
    rmSync(path, { force: true })
  }
}
