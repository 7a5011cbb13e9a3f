import { StoreSetAsideError } from '../../adapters/store/faults.ts'
import { newestGood } from '../../adapters/store/backups/restore.ts'
import type { DiskStore } from '../../adapters/store/store.ts'
import { openStore } from '../../adapters/store/store.ts'
import { wayBackWords, type OfferedBackup } from '../../contract/app/backups.ts'
import { type IncidentFacts, incidentWords } from '../../contract/app/storage.ts'
import { keepNotices, readKept, removeNotices } from './notices.ts'

/** Notices about Janus and its database until the user dismisses them; kept over restarts. */
export interface Incidents {
  all(): readonly string[]
  /** The backup to restore after data loss; null: nothing was lost, or there is no backup. */
  offered(): OfferedBackup | null
  tell(words: string): void
  /** Dismissed by the user. */
  putAway(): void
}

/** Logs what was wrong with the store and how to restore it, and keeps that for the window. */
export function openWatchedStore(folder: string, log: (line: string) => void): DiskStore {
  try {
    const store = openStore(folder)
    const words = store.incidents.map((facts, n) => incidentWords(facts, n === 0 ? store.kept : []))
    const offer = store.incidents.some(losesMuch) ? newestGood(folder) : null
    const told = store.incidents.some(losesMuch) ? [...words, wayBackWords(offer)] : words
    for (const line of told) log(`store: ${line}`)
    keepNotices(folder, told, log, offer)
    return store
  } catch (error) {
    // The next start uses an empty store, whose window must say why.
    if (!(error instanceof StoreSetAsideError)) throw error
    const offer = newestGood(folder)
    const words = `${error.message} ${wayBackWords(offer)}`
    keepNotices(folder, [words], log, offer)
    throw new StoreSetAsideError(words, error.movedTo, { cause: error })
  }
}

/** Whether rows are lost that a backup may have; the newest rows of a log are in no backup. */
function losesMuch(facts: IncidentFacts): boolean {
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

export function openIncidents(folder: string, log: (line: string) => void): Incidents {
  let kept = readKept(folder)
  return {
    all: () => kept.notices,
    offered: () => kept.offer,
    tell: (words) => {
      keepNotices(folder, [words], log)
      kept = readKept(folder)
    },
    putAway: () => {
      removeNotices(folder)
      kept = { notices: [], offer: null }
    },
  }
}
