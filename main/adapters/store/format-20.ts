import { changeRecords } from './migrate.ts'
import type { Migration } from './schema.ts'

const tables = [
  ['agent', 'message', 'frame', 'turn', 'entry', 'link', 'crossing', 'heartbeat', 'handler'],
  ['gathering', 'utterance', 'circle_words', 'moment', 'machine', 'outgoing', 'day'],
].flat()

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

/** What others wrote or named, in shapes of their own: nothing in it is a field of ours. */
const foreign: ReadonlySet<string> = new Set([
  'metadata',
  'names',
  'questions',
  'suggestions',
  'tool',
  'whole',
])

/** Fields that have one of several values; elsewhere the same may be somebody's words. */
const chosen: ReadonlySet<string> = new Set(['kind', 'by', 'why'])

/** Format 20: machine, user, broadcast and tab proposal take the place of private words. */
export const format20: Migration = {
  to: 20,
  up: (db) => {
    db.exec('ALTER TABLE house RENAME TO machine')
    for (const table of tables) changeRecords(db, table, (record) => renamed(record) as typeof record)
  },
}

function renamed(value: unknown, field = ''): unknown {
  if (chosen.has(field)) return values.get(value) ?? withFields(value, field)
  return withFields(value, field)
}

function withFields(value: unknown, field: string): unknown {
  if (Array.isArray(value) && !foreign.has(field)) return value.map((one) => renamed(one, field))
  if (typeof value !== 'object' || value === null || foreign.has(field)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [fields.get(name) ?? name, renamed(inner, name)]),
  )
}
