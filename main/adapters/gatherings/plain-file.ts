import * as fs from 'node:fs'
import { readForeignFile, utf8Of } from '../folder/foreign-file.ts'
import { replaceFile } from '../folder/owner-only.ts'

/** Longest file that is read to be changed, in bytes. */
const longestFile = 16 * 1024 * 1024

/** Why a file is not read or written, in words for a person. */
export class UnfitFileError extends Error {
  override readonly name = 'UnfitFileError'
}

/** The words of a plain text file; null where there is none. Throws `UnfitFileError` for anything else. */
export function readPlain(path: string): string | null {
  const file = readForeignFile(path, { most: longestFile, links: 'refuse' })
  if (file.state === 'missing') return null
  if (file.state === 'long') throw new UnfitFileError(`${path} is too long.`)
  if (file.state === 'unreadable') throw new UnfitFileError(`${path} cannot be read (${file.code}).`)
  if (file.state !== 'read') throw new UnfitFileError(`${path} is ${kindOf(path)}, not a plain file.`)
  // Text that is decoded with losses would be written back with them.
  const text = utf8Of(file.bytes)
  if (text === null) throw new UnfitFileError(`${path} is not text.`)
  return text
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

function kindOf(path: string): string {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false })
  if (stat?.isSymbolicLink()) return 'a link'
  return stat?.isDirectory() ? 'a folder' : 'something else'
}
