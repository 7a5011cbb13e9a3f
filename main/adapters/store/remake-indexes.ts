import type { DatabaseSync } from 'node:sqlite'
import { isSound } from './rows.ts'
import { countOf, mostKnown, tablesOf } from './salvage.ts'

/**
 * Makes all indexes again from their tables, and keeps that if nothing else is wrong. Answers whether that
 * was the cure; else nothing is changed.
 */
export function remakeIndexes(db: DatabaseSync, isWhole: () => boolean): boolean {
  try {
    // Where an index knows more than its table, or the table holds what is none of its, the table is at fault.
    if (
      !tablesOf(db).every(
        ({ name }) => mostKnown(db, name) <= (countOf(db, name) ?? 0) && holdsItsOwn(db, name),
      )
    )
      return false
    db.exec('BEGIN IMMEDIATE; REINDEX')
    if (isWhole()) {
      db.exec('COMMIT')
      return true
    }
  } catch {
    // What cannot even be read for that is not cured by it.
  }
  if (db.isTransaction) db.exec('ROLLBACK')
  return false
}

function holdsItsOwn(db: DatabaseSync, name: string): boolean {
  for (const row of db.prepare(`SELECT * FROM ${name} NOT INDEXED`).iterate())
    if (name !== 'entry' && !isSound(name, row)) return false
  return true
}
