import { renameFields } from './rename-fields.ts'
import type { Migration } from './schema.ts'

const fields: ReadonlyMap<string, string> = new Map([
  ['house', 'machine'],
  ['houses', 'machines'],
  ['person', 'user'],
  ['isPerson', 'isUser'],
  ['byPerson', 'byUser'],
  ['spread', 'broadcast'],
  ['spreads', 'broadcasts'],
  ['wishes', 'tabProposals'],
])

const values: ReadonlyMap<unknown, string> = new Map([
  ['person', 'user'],
  ['spread', 'broadcast'],
])

/** Renames terms: machine, user, broadcast, tab proposal. */
export const format20: Migration = {
  to: 20,
  up: (db) => {
    db.exec('ALTER TABLE house RENAME TO machine')
    renameFields(db, { fields, values, chosen: new Set(['kind', 'by', 'why']) })
  },
}
