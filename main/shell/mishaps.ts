import { StoreSetAsideError } from '../adapters/store/errors.ts'
import type { DiskStore } from '../adapters/store/disk-store.ts'
import { openStore } from '../adapters/store/store.ts'
import { mishapWords } from '../contract/storage-words.ts'
import { keepNotices, readNotices, removeNotices } from './notices.ts'

/** What has befallen Janus and its database, in words, until the person has put it away; kept over restarts. */
export interface Mishaps {
  all(): readonly string[]
  /** The person has read them. */
  putAway(): void
}

/** Opens the store; what had befallen it is told at once, and kept for the window. */
export function openWatchedStore(folder: string, log: (line: string) => void): DiskStore {
  try {
    const store = openStore(folder)
    const words = store.mishaps.map((facts, n) => mishapWords(facts, n === 0 ? store.kept : []))
    for (const line of words) log(`store: ${line}`)
    keepNotices(folder, words, log)
    return store
  } catch (error) {
    // The next start begins with an empty one; its window must say why.
    if (error instanceof StoreSetAsideError) keepNotices(folder, [error.message], log)
    throw error
  }
}

/** What is kept of it in a state folder. */
export function mishapsOf(folder: string): Mishaps {
  let words = readNotices(folder)
  return {
    all: () => words,
    putAway: () => {
      removeNotices(folder)
      words = []
    },
  }
}
