import { join } from 'node:path'
import { readJsonFile, writeJsonFile } from '../adapters/folder/json-file.ts'
import { removeOwnerOnly } from '../adapters/folder/owner-only.ts'
import { newestGood } from '../adapters/store/backups/restore.ts'
import { StoreSetAsideError } from '../adapters/store/errors.ts'
import type { DiskStore } from '../adapters/store/disk-store.ts'
import { openStore } from '../adapters/store/store.ts'
import { minuteWords, wayBackWords } from '../contract/backup-words.ts'
import type { OfferedBackup } from '../contract/backups.ts'
import type { MishapFacts } from '../contract/storage.ts'
import { mishapWords } from '../contract/storage-words.ts'

/** What has befallen the database, in words, until the person has put it away; kept over restarts. */
export interface Mishaps {
  all(): readonly string[]
  /** The backup to go back to, where something was lost; null: nothing was, or there is none. */
  offered(): OfferedBackup | null
  /** One more. */
  tell(words: string): void
  /** The person has read them. */
  putAway(): void
}

const pathOf = (folder: string): string => join(folder, 'notices.json')

/** Opens the store; what had befallen it is told at once with the way back, and kept for the window. */
export function openWatchedStore(folder: string, log: (line: string) => void): DiskStore {
  try {
    const store = openStore(folder)
    const words = store.mishaps.map((facts, n) => mishapWords(facts, n === 0 ? store.kept : []))
    const offer = store.mishaps.some(losesMuch) ? newestGood(folder) : null
    const told = store.mishaps.some(losesMuch) ? [...words, wayBackWords(offer)] : words
    for (const line of told) log(`store: ${line}`)
    keep(folder, told, log, offer)
    return store
  } catch (error) {
    if (!(error instanceof StoreSetAsideError)) throw error
    // The next start begins with an empty one; its window must say why.
    const offer = newestGood(folder)
    const words = `${error.message} ${wayBackWords(offer)}`
    keep(folder, [words], log, offer)
    throw new StoreSetAsideError(words, error.movedTo, { cause: error })
  }
}

/** Rows are missing that no newer ones replace: a backup may have them. A log's newest are in none. */
function losesMuch(facts: MishapFacts): boolean {
  switch (facts.kind) {
    case 'log':
    case 'indexes':
      return false
    case 'carried':
      return facts.rows.some(({ missing }) => missing > 0)
    case 'unusable':
    case 'gone':
      return true
  }
}

/** What is kept of it in a state folder. */
export function mishapsOf(folder: string, log: (line: string) => void): Mishaps {
  let kept = read(folder)
  return {
    all: () => kept.notices,
    offered: () => kept.offer,
    tell: (words) => {
      keep(folder, [words], log)
      kept = read(folder)
    },
    putAway: () => {
      removeOwnerOnly(pathOf(folder))
      kept = { notices: [], offer: null }
    },
  }
}

/** Tells the person something about the database that they should not miss; `offer`: a backup to go back to. */
export function keep(
  folder: string,
  words: readonly string[],
  log: (line: string) => void,
  offer: OfferedBackup | null = null,
): void {
  if (words.length === 0) return
  try {
    const said = words.map((line) => `${minuteWords(Date.now())}: ${line}`)
    const before = read(folder)
    const { name, at } = offer ?? before.offer ?? {}
    writeJsonFile(pathOf(folder), {
      notices: [...before.notices, ...said].slice(-20),
      ...(name === undefined ? {} : { offer: { name, at } }),
    })
  } catch (error) {
    log(`store: this could not be kept for the window. ${String(error)}`)
  }
}

interface Kept {
  readonly notices: readonly string[]
  readonly offer: OfferedBackup | null
}

function read(folder: string): Kept {
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
