import { renameFields } from './rename-fields.ts'
import type { Migration } from './schema.ts'

const fields: ReadonlyMap<string, string> = new Map([
  ['occasion', 'trigger'],
  ['deed', 'action'],
  ['grant', 'pieceTurnId'],
])

const values: ReadonlyMap<unknown, string> = new Map([
  ['fold', 'steer'],
  ['folded', 'steered'],
  ['roused', 'quietRestart'],
  ['stranger', 'firstTimeSender'],
])

/** Renames fields and values of triggers, actions, turns and steering. */
export const format27: Migration = {
  to: 27,
  up: (db) => renameFields(db, { fields, values, chosen: new Set(['how', 'way', 'kind']) }),
}
