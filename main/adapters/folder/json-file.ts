import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreFullError } from '../../ports/ports.ts'
import { codeOf, FolderError, messageOf } from './errors.ts'
import { parseObject, type Json } from '../processes/json.ts'
import { readOwnerOnly, syncFolder, writeOwnerOnly } from './owner-only.ts'

/** What such a file holds: its fields, as they came. */
export type JsonFields = Json

/** What was found; `notice` says in words what was wrong, null when nothing was. */
interface JsonFound {
  readonly fields: JsonFields
  readonly notice: string | null
}

/**
 * Reads an owner-only file of JSON fields; none is as good as an empty one. What cannot be read as such is set
 * aside under a free name, never deleted. Throws `FolderError` when something else than a plain file lies there.
 */
export function readJsonFile(path: string): JsonFound {
  const text = readOwnerOnly(path)
  if (text === null) return { fields: {}, notice: null }
  // Decoding puts this character in the place of bytes that are no UTF-8.
  const fields = text.includes('\uFFFD') ? null : parseObject(text)
  return fields === null ? { fields: {}, notice: setAside(path) } : { fields, notice: null }
}

/** Replaces the file, whole or not at all. Throws `StoreFullError` when that cannot be done. */
export function writeJsonFile(path: string, fields: JsonFields): void {
  saving(path, () => {
    // Read back, this character would say that the file had been damaged.
    const text = JSON.stringify(fields, null, 2).replaceAll('\uFFFD', '\\ufffd')
    writeOwnerOnly(path, `${text}\n`)
  })
}

/** Does what writes to the disk; whatever is in the way of it is thrown as `StoreFullError`. */
export function saving<T>(path: string, write: () => T): T {
  try {
    return write()
  } catch (cause) {
    throw new StoreFullError(`${path} could not be saved. ${reasonOf(cause)}`, { cause })
  }
}

/** Answers what was done, in words. Where the disk takes nothing the file stays: nothing can be written over it. */
function setAside(path: string): string {
  const target = freePath(path)
  const damaged = `${path} is damaged and was not used.`
  try {
    renameSync(path, target)
    syncFolder(dirname(path))
    return `${damaged} Nothing was deleted: it now lies at ${target}.`
  } catch (error) {
    return `${damaged} It could not be set aside: ${reasonOf(error)}`
  }
}

/** First path of the form `<file>.damaged-<n>` under which nothing lies yet. */
function freePath(path: string): string {
  for (let n = 1; ; n++) if (!existsSync(`${path}.damaged-${n}`)) return `${path}.damaged-${n}`
}

const reasons = new Map([
  ['ENOSPC', 'The disk is full.'],
  ['EDQUOT', 'The disk is full.'],
  ['EROFS', 'The disk can only be read.'],
  ['EACCES', 'The system does not allow it.'],
  ['EPERM', 'The system does not allow it.'],
  ['ENAMETOOLONG', 'Its name is too long.'],
])

/** Why the disk did not take or give something, in words for a user. */
export function reasonOf(error: unknown): string {
  if (error instanceof FolderError) return error.message
  const code = codeOf(error)
  return reasons.get(code) ?? messageOf(error)
}
