import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreFullError } from '../../ports/ports.ts'
import { codeOf, FolderError, messageOf } from './errors.ts'
import { parseObject, type Json } from '../processes/json.ts'
import { readOwnerOnly, syncFolder, writeOwnerOnly } from './owner-only.ts'

export type JsonFields = Json

/** `notice`: for the user; null when the file was fine or missing. */
interface JsonFound {
  readonly fields: JsonFields
  readonly notice: string | null
}

/**
 * Reads an owner-only JSON object; a missing file counts as empty. A damaged file is renamed, never
 * deleted. Throws `FolderError` when the path is not a plain file.
 */
export function readJsonFile(path: string): JsonFound {
  const text = readOwnerOnly(path)
  if (text === null) return { fields: {}, notice: null }
  // Decoding replaces invalid UTF-8 by this character.
  const fields = text.includes('\uFFFD') ? null : parseObject(text)
  return fields === null ? { fields: {}, notice: setAside(path) } : { fields, notice: null }
}

/** Replaces the file atomically. Throws `StoreFullError`. */
export function writeJsonFile(path: string, fields: JsonFields): void {
  withSaveErrors(path, () => {
    // Escaped, because `readJsonFile` takes this character for damage.
    const text = JSON.stringify(fields, null, 2).replaceAll('\uFFFD', '\\ufffd')
    writeOwnerOnly(path, `${text}\n`)
  })
}

/** Rethrows any error as `StoreFullError`. */
export function withSaveErrors<T>(path: string, write: () => T): T {
  try {
    return write()
  } catch (cause) {
    throw new StoreFullError(`${path} could not be saved. ${reasonOf(cause)}`, { cause })
  }
}

/** Returns a message for the user. On a full or read-only disk the file stays in place. */
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

function freePath(path: string): string {
  for (let n = 1; ; n++) if (!existsSync(`${path}.damaged-${n}`)) return `${path}.damaged-${n}`
}

/** Quotes a name from the file, short and safe for the log. */
export const quotedName = (name: string): string =>
  JSON.stringify(name.replace(/[\p{C}\p{Z}]/gu, ' ').slice(0, 60))

/** Returns a function that logs each problem once. */
export function logOnce(log: (line: string) => void): (problem: string) => void {
  const logged = new Set<string>()
  return (problem) => {
    if (!logged.has(problem)) log(problem)
    logged.add(problem)
  }
}

const reasons = new Map([
  ['ENOSPC', 'The disk is full.'],
  ['EDQUOT', 'The disk is full.'],
  ['EROFS', 'The disk can only be read.'],
  ['EACCES', 'The system does not allow it.'],
  ['EPERM', 'The system does not allow it.'],
  ['ENAMETOOLONG', 'Its name is too long.'],
])

/** Why a disk operation failed, for the user. */
export function reasonOf(error: unknown): string {
  if (error instanceof FolderError) return error.message
  const code = codeOf(error)
  return reasons.get(code) ?? messageOf(error)
}
