import type { DatabaseSync } from 'node:sqlite'
import { changeRecords } from './migrate.ts'

export interface Renames {
  readonly fields: ReadonlyMap<string, string>
  /** Applied only to the fields in `chosen`; elsewhere the same value may be somebody's text. */
  readonly values: ReadonlyMap<unknown, string>
  readonly chosen: ReadonlySet<string>
}

/** Fields whose content has its own structure, so nothing in it is renamed. */
const foreign: ReadonlySet<string> = new Set([
  'metadata',
  'names',
  'questions',
  'suggestions',
  'tool',
  'whole',
])

/** For migrations; covers the records of all tables. */
export function renameFields(db: DatabaseSync, renames: Renames): void {
  const tables = db.prepare(`
    SELECT item.name FROM sqlite_schema AS item JOIN pragma_table_info(item.name) AS field
    WHERE item.type = 'table' AND field.name = 'crc'`)
  for (const { name } of tables.all())
    changeRecords(db, String(name), (record) => renamed(record, renames) as typeof record)
}

function renamed(value: unknown, renames: Renames, field = ''): unknown {
  const { fields, values, chosen } = renames
  if (foreign.has(field)) return value
  if (chosen.has(field) && values.has(value)) return values.get(value)
  if (Array.isArray(value)) return value.map((one) => renamed(one, renames, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [fields.get(name) ?? name, renamed(inner, renames, name)]),
  )
}
