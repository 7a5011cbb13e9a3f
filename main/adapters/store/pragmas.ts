import type { DatabaseSync } from 'node:sqlite'
import type { Durability } from '../../contract/app/disk.ts'

/** A pragma, and the value that SQLite reports once it is set. */
interface Rule {
  readonly pragma: string
  readonly set: string
  readonly reads: number | string
}

/** Pages after which the log is written back. */
export const usualCheckpoint = 1000

// Exclusive: no shared memory, which a full disk could tear, and other openers are refused. The cache is
// four times the default (KiB): with a million messages a commit reads half as many pages.
const rules: readonly Rule[] = [
  { pragma: 'locking_mode', set: 'EXCLUSIVE', reads: 'exclusive' },
  { pragma: 'trusted_schema', set: 'OFF', reads: 0 },
  { pragma: 'foreign_keys', set: 'ON', reads: 1 },
  { pragma: 'cell_size_check', set: 'ON', reads: 1 },
  // Needed for acknowledged commits to survive a power failure.
  { pragma: 'synchronous', set: 'FULL', reads: 2 },
  { pragma: 'fullfsync', set: '1', reads: 1 },
  { pragma: 'checkpoint_fullfsync', set: '1', reads: 1 },
  { pragma: 'temp_store', set: 'MEMORY', reads: 2 },
  { pragma: 'wal_autocheckpoint', set: String(usualCheckpoint), reads: usualCheckpoint },
  { pragma: 'journal_size_limit', set: '16777216', reads: 16_777_216 },
  { pragma: 'cache_size', set: '-8000', reads: -8000 },
]

/** SQLite accepted a setting but does not apply it, so its commits are not reliable. */
export class PragmaError extends Error {}

/** Verifies that each setting was applied. Throws `PragmaError`. */
export function setUp(db: DatabaseSync): void {
  for (const { pragma, set } of rules) db.exec(`PRAGMA ${pragma} = ${set}`)
  for (const { pragma, reads } of rules) mustRead(db, pragma, reads)
}

/** Sets whether commits wait for the disk or only for the system. Not allowed within a transaction. */
export function keepBy(db: DatabaseSync, kept: Durability): void {
  db.exec(`PRAGMA synchronous = ${kept === 'synced' ? 'FULL' : 'NORMAL'}`)
}

/** Verifies the setting as well. */
export function beginLog(db: DatabaseSync): void {
  db.exec('PRAGMA journal_mode = WAL')
  mustRead(db, 'journal_mode', 'wal')
}

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
