import * as fs from 'node:fs'
import { replaceFile } from '../folder/owner-only.ts'

// Where a system has no such flag, it has to do without.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants

/** Longest file that is read to be changed, in bytes. */
const longestFile = 16 * 1024 * 1024

/** Why a file is not read or written, in words for a person. */
export class UnfitFileError extends Error {
  override readonly name = 'UnfitFileError'
}

/** The words of a plain text file; null where there is none. Throws `UnfitFileError` for anything else. */
export function readPlain(path: string): string | null {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false })
  if (!stat) return null
  if (!stat.isFile()) throw new UnfitFileError(`${path} is ${kindOf(stat)}, not a plain file.`)
  if (stat.size > longestFile) throw new UnfitFileError(`${path} is too long.`)
  const fd = fs.openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const bytes = fs.readFileSync(fd)
    const text = bytes.toString('utf8')
    // What is read as other letters than it has would be written back as these.
    if (text.includes('\0') || !Buffer.from(text).equals(bytes))
      throw new UnfitFileError(`${path} is not text.`)
    return text
  } finally {
    fs.closeSync(fd)
  }
}

/**
 * Puts a text file in place, whole or not at all: written beside it, synced, renamed over it. A file that is there
 * keeps its rights; `mode` is that of a new one. Throws the system's error where the disk does not take it.
 */
export function putPlain(path: string, text: string, mode: number): void {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false })
  if (stat && (stat.mode & 0o222) === 0) throw new UnfitFileError(`${path} is protected against writing.`)
  replaceFile(path, text, { mode, keep: stat ? stat.mode & 0o777 : null })
}

function kindOf(stat: fs.Stats): string {
  if (stat.isSymbolicLink()) return 'a link'
  return stat.isDirectory() ? 'a folder' : 'something else'
}
