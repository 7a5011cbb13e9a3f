import { join } from 'node:path'
import { readJsonFile, writeJsonFile } from '../adapters/folder/json-file.ts'
import { removeOwnerOnly } from '../adapters/folder/owner-only.ts'
import { StoreSetAsideError } from '../adapters/store/errors.ts'
import type { DiskStore } from '../adapters/store/disk-store.ts'
import { openStore } from '../adapters/store/store.ts'
import { mishapWords } from '../contract/storage-words.ts'

/** What has befallen the database, in words, until the person has put it away; kept over restarts. */
export interface Mishaps {
  all(): readonly string[]
  /** The person has read them. */
  putAway(): void
}

const pathOf = (folder: string): string => join(folder, 'notices.json')

/** Opens the store; what had befallen it is told at once, and kept for the window. */
export function openWatchedStore(folder: string, log: (line: string) => void): DiskStore {
  try {
    const store = openStore(folder)
    const words = store.mishaps.map((facts, n) => mishapWords(facts, n === 0 ? store.kept : []))
    for (const line of words) log(`store: ${line}`)
    keep(folder, words, log)
    return store
  } catch (error) {
    // The next start begins with an empty one; its window must say why.
    if (error instanceof StoreSetAsideError) keep(folder, [error.message], log)
    throw error
  }
}

/** What is kept of it in a state folder. */
export function mishapsOf(folder: string): Mishaps {
  let words = read(folder)
  return {
    all: () => words,
    putAway: () => {
      removeOwnerOnly(pathOf(folder))
      words = []
    },
  }
}

function keep(folder: string, words: readonly string[], log: (line: string) => void): void {
  if (words.length === 0) return
  try {
    const said = words.map(
      (line) => `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC: ${line}`,
    )
    writeJsonFile(pathOf(folder), { notices: [...read(folder), ...said].slice(-20) })
  } catch (error) {
    log(`store: this could not be kept for the window. ${String(error)}`)
  }
}

function read(folder: string): readonly string[] {
  try {
    const { notices } = readJsonFile(pathOf(folder)).fields
    return Array.isArray(notices) ? notices.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
