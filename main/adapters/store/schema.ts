import { format20 } from './format-20.ts'
import { format25 } from './format-25.ts'
import { format26 } from './format-26.ts'
import { format27 } from './format-27.ts'
import { format28, taskTable } from './format-28.ts'
import { circleText, entryText, indexTable, indexWithTriggers, timelineText } from './full-text.ts'
import { DatabaseSync } from 'node:sqlite'

/** "Janu", in the file's header. */
export const applicationId = 0x4a616e75

/** In the file's header; equals that of the last migration. */
export const formatVersion = 28

export interface Migration {
  /** Resulting format; the numbers have gaps for insertions. */
  readonly to: number
  /** Runs inside a transaction. */
  readonly up: (db: DatabaseSync) => void
}

export interface Format {
  readonly version: number
  readonly tables: string
  /** In ascending order, one file each. */
  readonly migrations: readonly Migration[]
}

/**
 * All tables. `row` is the record as JSON and `crc` its CRC-32, because SQLite detects damage only to its
 * own structures. Rows with `open = 1` are loaded at startup through partial indexes, so that a start
 * doesn't scan everything.
 */
export const schema = `
  CREATE TABLE agent (id TEXT PRIMARY KEY, row TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;

  -- AUTOINCREMENT, so that the numbers of deleted messages are not used again. ticket = 1: a reply is expected.
  -- An SQLite index ends with seq, so each returns messages in order of acceptance.
  CREATE TABLE message (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, sender TEXT NOT NULL,
    receiver TEXT NOT NULL, idempotency_key TEXT, thread TEXT NOT NULL, ticket INTEGER NOT NULL,
    open INTEGER NOT NULL, row TEXT NOT NULL, crc INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX message_key ON message (sender, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX message_receiver ON message (receiver);
  CREATE INDEX message_thread ON message (thread);
  CREATE INDEX message_asked ON message (sender) WHERE ticket = 1;
  CREATE INDEX message_owed ON message (receiver) WHERE ticket = 1;
  CREATE INDEX message_open ON message (seq) WHERE open = 1;

  CREATE TABLE frame (
    id TEXT PRIMARY KEY, agent TEXT NOT NULL, open INTEGER NOT NULL, row TEXT NOT NULL, crc INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX frame_agent ON frame (agent);
  CREATE INDEX frame_open ON frame (open) WHERE open = 1;

  CREATE TABLE turn (
    id TEXT PRIMARY KEY, agent TEXT NOT NULL, n INTEGER NOT NULL, timer TEXT, open INTEGER NOT NULL,
    row TEXT NOT NULL, crc INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX turn_agent ON turn (agent, n);
  CREATE INDEX turn_timer ON turn (timer, n) WHERE timer IS NOT NULL;
  CREATE INDEX turn_open ON turn (open) WHERE open = 1;

  -- The id is explicit because the search index refers to it and VACUUM may change an implicit one. The columns that
  -- filter a search come before the text, which may be long. names: of attachments.
  CREATE TABLE entry (
    id INTEGER PRIMARY KEY, agent TEXT NOT NULL, n INTEGER NOT NULL, kind TEXT NOT NULL, author TEXT NOT NULL,
    turn TEXT NOT NULL, at INTEGER NOT NULL, about TEXT NOT NULL, names TEXT NOT NULL, text TEXT NOT NULL,
    row TEXT NOT NULL, crc INTEGER NOT NULL, UNIQUE (agent, n)
  ) STRICT;
  ${indexWithTriggers(entryText)};

  -- of: an agent's id, or "first".
  CREATE TABLE draft (of TEXT PRIMARY KEY, text TEXT NOT NULL, attachments TEXT NOT NULL) STRICT;

  -- The copy of an attachment is kept while one of its agents exists.
  CREATE TABLE attached (hash TEXT NOT NULL, agent TEXT NOT NULL, PRIMARY KEY (hash, agent)) STRICT, WITHOUT ROWID;
  CREATE INDEX attached_agent ON attached (agent);

  -- n: order of opening. Closed links stay; open = 1: still needed at startup.
  CREATE TABLE link (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, open INTEGER NOT NULL, closed INTEGER NOT NULL,
    row TEXT NOT NULL, crc INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX link_open ON link (open) WHERE open = 1;
  CREATE INDEX link_closed ON link (closed);
  CREATE TABLE link_member (link TEXT NOT NULL, agent TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (link, agent))
    STRICT, WITHOUT ROWID;
  CREATE INDEX link_member_agent ON link_member (agent, n);

  CREATE TABLE crossing (
    place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, link TEXT NOT NULL, turn TEXT NOT NULL,
    row TEXT NOT NULL, crc INTEGER NOT NULL, UNIQUE (turn, link)
  ) STRICT;
  CREATE INDEX crossing_link ON crossing (link);
  -- A turn's result reaches each receiver once, however many links lead there.
  CREATE TABLE crossed (turn TEXT NOT NULL, receiver TEXT NOT NULL, crossing TEXT NOT NULL, PRIMARY KEY (turn, receiver))
    STRICT, WITHOUT ROWID;

  CREATE TABLE heartbeat (
    id TEXT PRIMARY KEY, agent TEXT NOT NULL, open INTEGER NOT NULL, row TEXT NOT NULL, crc INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX heartbeat_agent ON heartbeat (agent);
  CREATE INDEX heartbeat_open ON heartbeat (open) WHERE open = 1;

  -- open = 0: removed.
  CREATE TABLE handler (
    id TEXT PRIMARY KEY, agent TEXT NOT NULL, open INTEGER NOT NULL, row TEXT NOT NULL, crc INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX handler_agent ON handler (agent);
  CREATE INDEX handler_open ON handler (open) WHERE open = 1;

  -- n: order of creation. open = 1: not over, or its file is not written yet. shelf: 0 not closed, 1 closed, 2 archived.
  CREATE TABLE gathering (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, sender TEXT NOT NULL, idempotency_key TEXT,
    open INTEGER NOT NULL, shelf INTEGER NOT NULL, row TEXT NOT NULL, crc INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX gathering_key ON gathering (sender, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX gathering_open ON gathering (open) WHERE open = 1;
  CREATE INDEX gathering_shelf ON gathering (shelf);
  CREATE TABLE gathering_member (
    gathering TEXT NOT NULL, agent TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (gathering, agent)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX gathering_member_agent ON gathering_member (agent, n);

  ${taskTable};

  -- Other machines of the fleet, and messages to them until they are delivered. The name is quoted because SQLite
  -- quotes it when a migration renames the table.
  CREATE TABLE "machine" (id TEXT PRIMARY KEY, row TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;
  CREATE TABLE outgoing (id TEXT PRIMARY KEY, row TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;

  -- Usage per local day; the newest also has the total of all days.
  CREATE TABLE day (date TEXT PRIMARY KEY, row TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;

  CREATE TABLE utterance (
    id TEXT PRIMARY KEY, gathering TEXT NOT NULL, n INTEGER NOT NULL, row TEXT NOT NULL, crc INTEGER NOT NULL,
    UNIQUE (gathering, n)
  ) STRICT;

  -- at never decreases, whatever the clock does, so entries can be found by time. about: words to filter by. owner: the
  -- agent with whom an entry is deleted. The name is quoted because SQLite quotes it when a migration renames the table.
  CREATE TABLE "timeline" (
    n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL, owner TEXT,
    about TEXT NOT NULL, text TEXT NOT NULL, row TEXT NOT NULL, crc INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX timeline_at ON timeline (at);
  CREATE INDEX timeline_owner ON timeline (owner) WHERE owner IS NOT NULL;
  ${indexWithTriggers(timelineText)};

  -- Searchable text of gatherings: unsealed statements, and the harvest with an empty place. The id is explicit, as in
  -- entry.
  CREATE TABLE circle_words (
    id INTEGER PRIMARY KEY, gathering TEXT NOT NULL, place TEXT NOT NULL, text TEXT NOT NULL, row TEXT NOT NULL,
    crc INTEGER NOT NULL, UNIQUE (gathering, place)
  ) STRICT;
  ${indexWithTriggers(circleText)};
`

export const currentFormat: Format = {
  version: formatVersion,
  tables: schema,
  migrations: [format20, format25, format26, format27, format28],
}

/** Rebuilds the search indexes in one transaction. `check` runs before the commit and throws to roll back. */
export function remakeSearch(db: DatabaseSync, check: () => void = () => undefined): void {
  const remade = [entryText, timelineText, circleText].map(
    (index) =>
      `DROP TABLE ${index.name}; ${indexTable(index)}; INSERT INTO ${index.name} (${index.name}) VALUES ('rebuild')`,
  )
  inTransaction(db, remade.join(';\n'), check)
}

export function makeTables(db: DatabaseSync, { tables, version }: Format = currentFormat): void {
  const marks = `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`
  inTransaction(db, `${tables};\n${marks}`)
}

function inTransaction(db: DatabaseSync, sql: string, check: () => void = () => undefined): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    db.exec(sql)
    check()
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** All declarations of a file: `own` by Janus, `inner` by the search index. */
interface Fingerprint {
  readonly own: string
  readonly inner: string
}

/** Leaves out SQLite's own tables. */
export function fingerprint(db: DatabaseSync): Fingerprint {
  const tables = db.prepare('PRAGMA table_list').all()
  const shadows = new Set(tables.filter((table) => table['type'] === 'shadow').map((table) => table['name']))
  const items = db
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')
    .all()
    .filter((item) => !(item['type'] !== 'trigger' && String(item['name']).startsWith('sqlite_')))
  const isInner = (item: (typeof items)[number]): boolean =>
    item['type'] === 'table' && shadows.has(item['name'])
  const text = (some: object[]): string => some.map((item) => JSON.stringify(item)).join('\n')
  return { own: text(items.filter((item) => !isInner(item))), inner: text(items.filter(isInner)) }
}

export function expectedFingerprint(tables: string): Fingerprint {
  const db = new DatabaseSync(':memory:')
  try {
    makeTables(db, { ...currentFormat, tables })
    return fingerprint(db)
  } finally {
    db.close()
  }
}
