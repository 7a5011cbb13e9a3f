import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { orNull } from '../folder/errors.ts'
import type { Carried } from '../../contract/app/storage.ts'
import { isSound } from './rows.ts'

/** Failed reads after which the rest of a table is given up. */
const mostMisses = 2000

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly isByRowid: boolean
}

/**
 * Copies all intact rows from a damaged database into a sound one, around unreadable pages. Existing rows
 * are kept.
 */
export function salvage(from: DatabaseSync, into: DatabaseSync): readonly Carried[] {
  const counts = new Map<Carried['what'], { carried: number; missing: number }>()
  for (const table of tablesOf(into)) {
    const { read, damaged } = copyTable(from, into, table)
    const carried = countOf(into, table.name) ?? 0
    // Rows that an index has but were not found are missing.
    const known = mostKnown(from, table.name)
    const of = nounOf(table.name)
    if (of === null) continue
    const before = counts.get(of) ?? { carried: 0, missing: 0 }
    const missing = Math.max(known - read, damaged)
    counts.set(of, { carried: before.carried + carried, missing: before.missing + missing })
  }
  repairRelations(into)
  return [...counts].map(([what, { carried, missing }]) => ({ what, carried, missing }))
}

/** Number of rows in the fullest index; 0 when none is readable. */
function mostKnown(db: DatabaseSync, table: string): number {
  const indexes = orNull(() => db.prepare(`PRAGMA index_list(${table})`).all()) ?? []
  const full = indexes.filter((index) => index['partial'] === 0).map((index) => String(index['name']))
  const counts = full.map((name) => orNull(() => rowsBy(db, table, `INDEXED BY "${name}"`)) ?? 0)
  return Math.max(0, ...counts)
}

/** Rows in the table itself; null when unreadable. */
function countOf(db: DatabaseSync, table: string): number | null {
  return orNull(() => rowsBy(db, table, 'NOT INDEXED'))
}

/** Without SQLite's own and the search index's tables. */
function tablesOf(db: DatabaseSync): Table[] {
  const all = db.prepare('PRAGMA table_list').all()
  const ours = all.filter(({ type, name, schema }) => {
    return type === 'table' && schema === 'main' && !String(name).startsWith('sqlite_')
  })
  return ours.map(({ name, wr }) => ({
    name: String(name),
    columns: db
      .prepare(`PRAGMA table_info(${String(name)})`)
      .all()
      .map((column) => String(column['name'])),
    isByRowid: wr === 0,
  }))
}

function rowsBy(db: DatabaseSync, table: string, how: string): number {
  return Number(db.prepare(`SELECT count(*) AS n FROM ${table} ${how}`).get()?.['n'])
}

function copyTable(from: DatabaseSync, into: DatabaseSync, { name, columns, isByRowid }: Table) {
  const list = columns.join(', ')
  const put = into.prepare(
    `INSERT OR IGNORE INTO ${name} (${list}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  let damaged = 0
  let read = 0
  const take = (row: Record<string, unknown>): void => {
    read++
    // Transcripts show a damaged row in its place; elsewhere a wrong record is worse than none.
    if (name !== 'entry' && !isSound(name, row)) damaged++
    else if (
      orNull(() => put.run(...columns.map((column) => row[column] as string | number | null))) === null
    )
      damaged++
  }
  if (isByRowid) walkRows(from, name, list, take)
  else walkKeys(from, name, list, take)
  return { read, damaged }
}

/** By rowid, bisecting around unreadable parts. */
function walkRows(
  db: DatabaseSync,
  name: string,
  list: string,
  take: (row: Record<string, unknown>) => void,
) {
  const rows = orNull(() =>
    db.prepare(
      `SELECT rowid AS janus_rowid, ${list} FROM ${name} NOT INDEXED WHERE rowid BETWEEN ? AND ? ORDER BY rowid`,
    ),
  )
  if (rows === null) return
  let misses = 0
  const spans: [number, number][] = [[0, highestRowid(db, name)]]
  for (let span = spans.pop(); span !== undefined && misses < mostMisses; span = spans.pop()) {
    const [first, last] = span
    const stopped = readSpan(rows, first, last, take)
    if (stopped === null) continue
    misses++
    if (stopped > first) spans.push([stopped, last])
    else if (first < last) {
      const middle = Math.floor((first + last) / 2)
      spans.push([middle + 1, last], [first, middle])
    }
  }
}

/** Returns where reading failed, or null at the end. */
function readSpan(
  rows: StatementSync,
  first: number,
  last: number,
  take: (row: Record<string, unknown>) => void,
): number | null {
  let next = first
  try {
    for (const { janus_rowid: rowid, ...row } of rows.iterate(first, last)) {
      take(row)
      next = Number(rowid) + 1
    }
    return null
  } catch {
    return next
  }
}

function highestRowid(db: DatabaseSync, name: string): number {
  const by = (how: string) =>
    orNull(() => Number(db.prepare(`SELECT max(rowid) AS n FROM ${name} ${how}`).get()?.['n']))
  const indexes = orNull(() => db.prepare(`PRAGMA index_list(${name})`).all()) ?? []
  const found = [
    by('NOT INDEXED'),
    ...indexes.filter(({ partial }) => partial === 0).map((one) => by(`INDEXED BY "${String(one['name'])}"`)),
    orNull(() =>
      Number(db.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(name)?.['seq'] ?? 0),
    ),
  ]
  const highest = Math.max(0, ...found.map((one) => one ?? 0))
  // When nothing is known, more than anyone has: empty halves are fast.
  return Number.isSafeInteger(highest) && highest > 0 ? highest : 2 ** 24
}

/** For tables without rowids: reads from both ends. */
function walkKeys(
  db: DatabaseSync,
  name: string,
  list: string,
  take: (row: Record<string, unknown>) => void,
) {
  const [one, two] = list.split(', ')
  for (const order of ['ASC', 'DESC']) {
    const whole = orNull(() => {
      const sql = `SELECT ${list} FROM ${name} ORDER BY ${String(one)} ${order}, ${String(two)} ${order}`
      for (const row of db.prepare(sql).iterate()) take(row)
      return true
    })
    if (whole === true) return
  }
}

/**
 * Rebuilds derived rows, and closes links and gatherings of agents that are gone. Agents of other machines
 * have no row here.
 */
function repairRelations(db: DatabaseSync): void {
  const isGone = `instr(agent, '@') = 0 AND agent NOT IN (SELECT id FROM agent)`
  db.exec(`
    INSERT OR IGNORE INTO link_member (link, agent, n)
      SELECT link.id, member.value, link.n FROM link, json_each(link.row, '$.members') AS member;
    INSERT OR IGNORE INTO gathering_member (gathering, agent, n)
      SELECT gathering.id, json_extract(seat.value, '$.agent'), gathering.n
      FROM gathering, json_each(gathering.row, '$.seats') AS seat
      WHERE json_extract(seat.value, '$.agent') IS NOT NULL;
    INSERT OR IGNORE INTO crossed (turn, receiver, crossing)
      SELECT crossing.turn, json_extract(sent.value, '$.to'), crossing.id
      FROM crossing, json_each(crossing.row, '$.sent') AS sent;
    UPDATE link SET open = 0, closed = 1 WHERE open = 1 AND EXISTS
      (SELECT 1 FROM link_member WHERE link = link.id AND ${isGone});
    UPDATE gathering SET open = 0, shelf = 1 WHERE open = 1 AND EXISTS
      (SELECT 1 FROM gathering_member WHERE gathering = gathering.id AND ${isGone});
  `)
}

const nouns: Readonly<Record<string, Carried['what']>> = {
  agent: 'agents',
  message: 'messages',
  entry: 'rows of conversations',
  link: 'links',
  gathering: 'gatherings',
  utterance: 'rows of conversations',
  heartbeat: 'timers',
}

/** Returns null for tables derived from others. */
function nounOf(table: string): Carried['what'] | null {
  if (['link_member', 'gathering_member', 'crossed', 'circle_words', 'attached'].includes(table)) return null
  return nouns[table] ?? 'other records'
}

/** Rebuilds all indexes; keeps the result and returns true if nothing else was wrong. */
export function remakeIndexes(db: DatabaseSync, isWhole: () => boolean): boolean {
  try {
    // If an index has more rows than its table, or the table contains foreign rows, the table itself is
    // damaged.
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
    // The table is unreadable, so rebuilding indexes doesn't help.
  }
  if (db.isTransaction) db.exec('ROLLBACK')
  return false
}

function holdsItsOwn(db: DatabaseSync, name: string): boolean {
  for (const row of db.prepare(`SELECT * FROM ${name} NOT INDEXED`).iterate())
    if (name !== 'entry' && !isSound(name, row)) return false
  return true
}
