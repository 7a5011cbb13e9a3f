import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { DatabaseSync } from 'node:sqlite'
import { makeOwnerOnly, syncFolder, syncOwnerOnly } from '../folder/owner-only.ts'
import { faultOf, StoreRefusedError } from './faults.ts'
import type { Format, Migration } from './schema.ts'
import { messageOf } from '../folder/errors.ts'

/** Older formats were never released. */
export const oldestFormat = 13

/**
 * Migrates a database of an earlier format in one transaction. A copy of the original is kept beside it for
 * a downgrade.
 */
export function migrate(db: DatabaseSync, file: string, from: number, format: Format): void {
  const copy = `${file}.format-${from}`
  try {
    keepCopy(db, copy)
    runSteps(db, stepsBetween(from, format), format.version)
  } catch (error) {
    if (faultOf(error) !== 'other') throw error
    const why = messageOf(error)
    throw new StoreRefusedError(
      'migration',
      `${file} (format ${from}) could not be brought to format ${format.version}: ${why}. It is as it was. Start the Janus that wrote it, and report this.`,
      { cause: error },
    )
  }
}

/** Migrations still to run; their numbers may have gaps. */
function stepsBetween(from: number, { version, migrations }: Format): readonly Migration[] {
  const steps = migrations.filter(({ to }) => to > from && to <= version)
  if (steps.at(-1)?.to !== version) throw new Error(`no step leads to format ${version}`)
  return steps
}

function runSteps(db: DatabaseSync, steps: readonly Migration[], version: number): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    for (const { up } of steps) up(db)
    db.exec(`PRAGMA user_version = ${version}`)
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

type Record = Readonly<globalThis.Record<string, unknown>>

/** Tables whose checksum covers a separate text column, too. */
const withText: ReadonlySet<string> = new Set(['entry', 'circle_words'])
const atOnce = 1000

/**
 * Changes every record of a table and updates its checksum. Damaged records are left as they are, so that
 * they are still recognized as damaged.
 */
export function changeRecords(db: DatabaseSync, table: string, change: (record: Record) => Record): void {
  const hasText = withText.has(table)
  const some = db.prepare(
    `SELECT rowid AS place, row, crc${hasText ? ', text' : ''} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${atOnce}`,
  )
  const put = db.prepare(`UPDATE ${table} SET row = ?, crc = ? WHERE rowid = ?`)
  let page = some.all(0)
  while (page.length > 0) {
    for (const { place, row, text, crc } of page) {
      const sumOf = (record: string): number => (hasText ? crc32(String(text), crc32(record)) : crc32(record))
      if (sumOf(String(row)) !== crc) continue
      const changed = JSON.stringify(change(JSON.parse(String(row)) as Record))
      put.run(changed, sumOf(changed), Number(place))
    }
    page = some.all(Number(page.at(-1)?.['place']))
  }
}

/** Replaces a copy of an earlier attempt. */
function keepCopy(db: DatabaseSync, copy: string): void {
  rmSync(copy, { force: true })
  makeOwnerOnly(copy)
  try {
    db.prepare('VACUUM INTO ?').run(copy)
    syncOwnerOnly(copy)
    syncFolder(dirname(copy))
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  }
}
