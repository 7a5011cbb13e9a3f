import type { DatabaseSync } from 'node:sqlite'
import type { Durability } from '../../contract/app/disk.ts'

/** What a connection must hold to, and what SQLite says of it then. */
interface Rule {
  readonly pragma: string
  readonly set: string
  readonly reads: number | string
}

/** After so many pages the log is written back. */
export const usualCheckpoint = 1000

// Alone on the file: no memory shared with others, which a full disk could tear, and a second opener is refused.
// Four times the usual cache, in KiB: after a million messages a commit reads half as many pages.
const rules: readonly Rule[] = [
  { pragma: 'locking_mode', set: 'EXCLUSIVE', reads: 'exclusive' },
  { pragma: 'trusted_schema', set: 'OFF', reads: 0 },
  { pragma: 'foreign_keys', set: 'ON', reads: 1 },
  { pragma: 'cell_size_check', set: 'ON', reads: 1 },
  // What was acknowledged survives a power cut by this alone.
  { pragma: 'synchronous', set: 'FULL', reads: 2 },
  { pragma: 'fullfsync', set: '1', reads: 1 },
  { pragma: 'checkpoint_fullfsync', set: '1', reads: 1 },
  { pragma: 'temp_store', set: 'MEMORY', reads: 2 },
  { pragma: 'wal_autocheckpoint', set: String(usualCheckpoint), reads: usualCheckpoint },
  { pragma: 'journal_size_limit', set: '16777216', reads: 16_777_216 },
  { pragma: 'cache_size', set: '-8000', reads: -8000 },
]

/** SQLite took a setting and does not hold to it: nothing it acknowledges could be relied on. */
export class PragmaError extends Error {}

/** Sets up a connection, and reads back that it took. Throws `PragmaError`. */
export function setUp(db: DatabaseSync): void {
  for (const { pragma, set } of rules) db.exec(`PRAGMA ${pragma} = ${set}`)
  for (const { pragma, reads } of rules) mustRead(db, pragma, reads)
}

/** Lets what is committed from here on wait for the disk, or only for the system. Not within a transaction. */
export function keepBy(db: DatabaseSync, kept: Durability): void {
  db.exec(`PRAGMA synchronous = ${kept === 'synced' ? 'FULL' : 'NORMAL'}`)
}

/** Switches on the log, and reads that back too. */
export function beginLog(db: DatabaseSync): void {
  db.exec('PRAGMA journal_mode = WAL')
  mustRead(db, 'journal_mode', 'wal')
}

/** What SQLite says of a setting now. */
export function readPragma(db: DatabaseSync, pragma: string): number | string | undefined {
  const value = Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]
  return typeof value === 'number' || typeof value === 'string' ? value : undefined
}

function mustRead(db: DatabaseSync, pragma: string, wanted: number | string): void {
  const found = readPragma(db, pragma)
  if (found === wanted) return
  throw new PragmaError(
    `SQLite does not hold to ${pragma} = ${String(wanted)} (it says ${String(found)}), so what it saves could be lost.`,
  )
}
