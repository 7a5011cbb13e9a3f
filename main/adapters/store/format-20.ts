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
])

/** Fields of which `person` is one of several values; elsewhere it may be somebody's words. */
const chosen: ReadonlySet<string> = new Set(['kind', 'by', 'why'])

/** Format 20: a Janus of the fleet is called a machine, and who sits at it the user. */
export const format20: Migration = {
  to: 20,
  up: (db) => {
    db.exec('ALTER TABLE house RENAME TO machine')
    for (const table of tables) changeRecords(db, table, (record) => renamed(record) as typeof record)
  },
}

function renamed(value: unknown, field = ''): unknown {
  if (value === 'person' && chosen.has(field)) return 'user'
  if (Array.isArray(value)) return value.map((one) => renamed(one, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [fields.get(name) ?? name, renamed(inner, name)]),
  )
}
