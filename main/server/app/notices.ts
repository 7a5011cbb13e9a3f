import { join } from 'node:path'
import { readJsonFile, writeJsonFile } from '../../adapters/folder/json-file.ts'
import { openLog } from '../../adapters/folder/log-file.ts'
import { removeOwnerOnly } from '../../adapters/folder/owner-only.ts'
import type { OfferedBackup } from '../../contract/app/backups.ts'
import { breakdownWords } from '../../contract/app/storage.ts'
import { minuteWords } from '../../contract/words/times.ts'

/** Notices for the user with their times, kept in the state folder over restarts. */

/** Older ones are dropped. */
const most = 20
/** Characters of an error in a notice; the log has the rest. */
const longest = 200

const pathOf = (folder: string): string => join(folder, 'notices.json')

interface Kept {
  /** Not dismissed yet, oldest first. */
  readonly notices: readonly string[]
  readonly offer: OfferedBackup | null
}

/** Empty when it cannot be read. */
export function readKept(folder: string): Kept {
  try {
    const { notices, offer } = readJsonFile(pathOf(folder)).fields
    return {
      notices: Array.isArray(notices) ? notices.filter((one) => typeof one === 'string') : [],
      offer: isOffer(offer) ? offer : null,
    }
  } catch {
    return { notices: [], offer: null }
  }
}

function isOffer(value: unknown): value is OfferedBackup {
  if (typeof value !== 'object' || value === null) return false
  return 'name' in value && typeof value.name === 'string' && 'at' in value && typeof value.at === 'number'
}

/** Adds notices, and optionally a backup to restore. A failure to save is only logged. */
export function keepNotices(
  folder: string,
  words: readonly string[],
  log: (line: string) => void,
  offer: OfferedBackup | null = null,
): void {
  if (words.length === 0) return
  try {
    const said = words.map((line) => `${minuteWords(Date.now())}: ${line}`)
    const before = readKept(folder)
    const { name, at } = offer ?? before.offer ?? {}
    writeJsonFile(pathOf(folder), {
      notices: [...before.notices, ...said].slice(-most),
      ...(name === undefined ? {} : { offer: { name, at } }),
    })
  } catch (error) {
    log(`notices: this could not be kept for the window. ${String(error)}`)
  }
}

export function removeNotices(folder: string): void {
  removeOwnerOnly(pathOf(folder))
}

/**
 * After a crash: writes the whole error to the log of the state folder, and a notice for the user. Both are
 * on disk when this returns. Never throws.
 */
export function noteBreakdown(folder: string, error: unknown): void {
  const log = openLog(folder)
  log(`error ${errorWords(error)}`)
  const [first = ''] = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).split(
    '\n',
  )
  const what = first.length > longest ? `${first.slice(0, longest)}…` : first
  keepNotices(folder, [breakdownWords(what, join(folder, 'janus.log'))], log)
}

/** With the stack, for logs. */
export function errorWords(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
