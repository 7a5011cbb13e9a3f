import type { DatabaseSync } from 'node:sqlite'
import { countOf, mostKnown, tablesOf } from './salvage.ts'

/**
 * Makes all indexes again from their tables, and keeps that if nothing else is wrong. Answers how many rows the old
 * indexes knew of that no table has any more; null, and nothing is changed, where that is no cure.
 */
export function remakeIndexes(db: DatabaseSync, isWhole: () => boolean): number | null {
  try {
    const missing = tablesOf(db)
      .map(({ name }) => Math.max(0, mostKnown(db, name) - (countOf(db, name) ?? 0)))
      .reduce((sum, count) => sum + count, 0)
    db.exec('BEGIN IMMEDIATE; REINDEX')
    if (isWhole()) {
      db.exec('COMMIT')
      return missing
    }
  } catch {
    // What cannot even be read for that is not cured by it.
  }
  if (db.isTransaction) db.exec('ROLLBACK')
  return null
}
