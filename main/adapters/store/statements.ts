import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { ageSpan, rankedResults } from '../../ports/search-query.ts'

/** Log ids of subagents: the agent's id, a slash, the call. */
const isSubagentOf = (agent: string) => `(entry.agent > ${agent} || '/' AND entry.agent < ${agent} || '0')`

/** Conditions of a search: expression, what the reader may see, time and turn. */
const searched = `entry_text MATCH ?1
  AND (?2 IS NULL
    OR entry.agent = ?2 AND entry.kind <> 'thinking'
    OR entry.agent IN (SELECT value FROM json_each(?3)) AND (entry.kind IN ('user', 'text', 'tool', 'result')
      OR entry.kind = 'peer' AND (entry.author = ?2 OR entry.author IN (SELECT value FROM json_each(?3)))))
  AND entry.at >= ?4 AND entry.at < ?5 AND entry.turn NOT IN (SELECT value FROM json_each(?6))
  AND (?7 IS NULL OR (entry.kind IN ('user', 'peer', 'text') AND instr(entry.agent, '/') = 0) = ?7)
  AND (?8 IS NULL OR entry.agent = ?8 OR ${isSubagentOf('?8')}) AND (?9 IS NULL OR entry.author = ?9)`

/** The newest matches, up to the number that is ranked. */
const newest = `FROM entry_text JOIN entry ON entry.id = entry_text.rowid
      WHERE ${searched}
      ORDER BY entry_text.rowid DESC LIMIT ${rankedResults}`

/** The best page of those, with their rows. */
const page = `page AS MATERIALIZED (
      SELECT id, score * (0.5 + 0.5 / (1 + ((SELECT max(at) FROM result) - at) / ${ageSpan}.0)) AS score
      FROM result ORDER BY 2, id DESC LIMIT ?10 OFFSET ?11)
    SELECT entry.agent, entry.n, entry.text, entry.row, entry.crc
    FROM page JOIN entry ON entry.id = page.id`

/** Inserts a row; if its key exists, updates the `changing` columns. Parameters are numbered in this order. */
function upsert(table: string, key: string, fixed: string, changing: string): string {
  const columns = [key, fixed, changing]
    .filter((some) => some !== '')
    .join(', ')
    .split(', ')
  const parameter = (column: string) => `?${columns.indexOf(column) + 1}`
  const changes = changing.split(', ').map((column) => `${column} = ${parameter(column)}`)
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(parameter).join(', ')})
    ON CONFLICT (${key}) DO UPDATE SET ${changes.join(', ')}`
}

/** One prepared statement per query. */
export type Statements = { readonly [K in keyof typeof statementTexts]: StatementSync }

/** Exported for the test of the query plans. */
export const statementTexts = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',

  putAgent: upsert('agent', 'id', '', 'row, crc'),
  changeMessage: 'UPDATE message SET open = ?3, row = ?4, crc = ?5 WHERE seq = ?1 AND id = ?2',
  addMessage: `INSERT INTO message (seq, id, open, row, crc, sender, receiver, idempotency_key, thread, ticket)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  putFrame: upsert('frame', 'id', 'agent', 'open, row, crc'),
  putEntry: upsert('entry', 'agent, n', '', 'text, row, crc, kind, author, turn, at, about, names'),
  putTurn: upsert('turn', 'id', 'agent, n, timer', 'open, row, crc'),

  putLink: upsert('link', 'id', '', 'open, closed, row, crc'),
  forgetMembers: 'DELETE FROM link_member WHERE link = ?',
  addMember: 'INSERT INTO link_member (link, agent, n) SELECT id, ?2, n FROM link WHERE id = ?1',
  putCrossing: upsert('crossing', 'id', 'link, turn', 'row, crc'),
  // Changes nothing when another crossing of this turn has reached the receiver.
  addReceiver: `INSERT INTO crossed (turn, receiver, crossing) VALUES (?1, ?2, ?3)
    ON CONFLICT (turn, receiver) DO UPDATE SET crossing = ?3 WHERE crossing = ?3`,
  putHeartbeat: upsert('heartbeat', 'id', 'agent', 'open, row, crc'),
  putHandler: upsert('handler', 'id', 'agent', 'open, row, crc'),
  putTask: upsert('task', 'id', '', 'row, crc'),
  forgetTask: 'DELETE FROM task WHERE id = ?',
  tasks: 'SELECT row, crc FROM task ORDER BY n',

  putGathering: upsert('gathering', 'id', 'sender, idempotency_key', 'open, shelf, row, crc'),
  // Nobody leaves a gathering, so known members need no write.
  addSeats: `INSERT INTO gathering_member (gathering, agent, n)
    SELECT gathering.id, seat.value, gathering.n FROM json_each(?2) AS seat JOIN gathering ON gathering.id = ?1
    WHERE true ON CONFLICT DO NOTHING`,
  putUtterance: `${upsert('utterance', 'id', 'gathering, n', 'row, crc')} WHERE gathering = ?2 AND n = ?3`,
  // Place and time stay when the text is added later.
  putTimelineEntry: `INSERT INTO timeline (id, at, owner, about, text, row, crc)
    VALUES (?1, max(?2, coalesce((SELECT max(at) FROM timeline), 0)), ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT (id) DO UPDATE SET owner = ?3, about = ?4, text = ?5, row = ?6, crc = ?7`,
  putMachine: upsert('machine', 'id', '', 'row, crc'),
  putOutgoing: upsert('outgoing', 'id', '', 'row, crc'),
  forgetOutgoing: 'DELETE FROM outgoing WHERE id = ?1',
  machines: 'SELECT row, crc FROM machine ORDER BY rowid',
  outgoing: 'SELECT row, crc FROM outgoing ORDER BY rowid',
  putDay: upsert('day', 'date', '', 'row, crc'),
  forgetLaterDays: 'DELETE FROM day WHERE date > ?',
  putCircleWords: `${upsert('circle_words', 'gathering, place', '', 'text, row, crc')} WHERE crc <> ?5`,
  putDraft: upsert('draft', 'of', '', 'text, attachments'),
  addAttached: 'INSERT INTO attached (hash, agent) VALUES (?1, ?2) ON CONFLICT DO NOTHING',
  forgetDraft: 'DELETE FROM draft WHERE of = ?',

  forgetAgent: 'DELETE FROM agent WHERE id = ?',
  forgetMessages: 'DELETE FROM message WHERE receiver = ?',
  forgetFrames: 'DELETE FROM frame WHERE agent = ?',
  forgetTurns: 'DELETE FROM turn WHERE agent = ?',
  forgetHeartbeats: 'DELETE FROM heartbeat WHERE agent = ?',
  forgetHandlers: 'DELETE FROM handler WHERE agent = ?',
  forgetTimelineEntries: 'DELETE FROM timeline WHERE owner = ?',
  forgetAttached: 'DELETE FROM attached WHERE agent = ?',
  forgetEntries: `DELETE FROM entry WHERE agent = ?1 OR ${isSubagentOf('?1')}`,

  agents: 'SELECT row, crc FROM agent ORDER BY rowid',
  openMessages: 'SELECT row, crc FROM message WHERE open = 1 ORDER BY seq',
  openFrames: 'SELECT row, crc FROM frame WHERE open = 1 ORDER BY rowid',
  openTurns: 'SELECT row, crc FROM turn WHERE open = 1 ORDER BY rowid',
  openLinks: 'SELECT row, crc FROM link WHERE open = 1 ORDER BY n',
  openHeartbeats: 'SELECT row, crc FROM heartbeat WHERE open = 1 ORDER BY rowid',
  openHandlers: 'SELECT row, crc FROM handler WHERE open = 1 ORDER BY rowid',
  openGatherings: 'SELECT row, crc FROM gathering WHERE open = 1 ORDER BY n',
  days: 'SELECT row, crc FROM day WHERE date < ?1 ORDER BY date DESC LIMIT ?2',
  newestDay: 'SELECT row, crc FROM day WHERE date = (SELECT max(date) FROM day)',
  highestSeq: `SELECT max(
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'message'), 0),
    coalesce((SELECT max(seq) FROM message), 0)) AS seq`,

  message: 'SELECT row, crc FROM message WHERE id = ?',
  // What other agents sent to this one, newest first, by the receiver's index.
  received: `SELECT row, crc FROM message WHERE receiver = ?1 AND seq < ?2 AND sender GLOB 'agt-*'
    ORDER BY seq DESC LIMIT ?3`,
  // Likewise for the user's messages.
  written: `SELECT row, crc FROM message WHERE receiver = ?1 AND seq < ?2 AND sender = 'user'
    ORDER BY seq DESC LIMIT ?3`,
  messageByKey: 'SELECT row, crc FROM message WHERE sender = ? AND idempotency_key = ?',
  // Without a party, the whole thread.
  thread: `SELECT row, crc FROM message WHERE thread = ?1 AND (?4 IS NULL OR sender = ?4 OR receiver = ?4)
    ORDER BY seq LIMIT ?2 OFFSET ?3`,
  threadLength: 'SELECT count(*) AS length FROM message WHERE thread = ? AND seq <= ?',
  // Merges two index scans, neither of which reads more than the page.
  tickets: `SELECT seq, row, crc FROM message WHERE ticket = 1 AND sender = ?1 AND seq < ?2
    UNION ALL
    SELECT seq, row, crc FROM message WHERE ticket = 1 AND receiver = ?1 AND sender <> ?1 AND seq < ?2
    ORDER BY seq DESC LIMIT ?3`,
  link: 'SELECT row, crc FROM link WHERE id = ?',
  // Each of the two scans can be left out (0).
  links: `SELECT n, row, crc FROM link WHERE closed = 0 AND ?1 = 1
    UNION ALL
    SELECT n, row, crc FROM link WHERE closed = 1 AND ?2 = 1
    ORDER BY n DESC LIMIT ?3 OFFSET ?4`,
  linksOf: `SELECT link.row, link.crc FROM link_member JOIN link ON link.n = link_member.n
    WHERE link_member.agent = ?1 AND (link.closed = 0 AND ?2 = 1 OR link.closed = 1 AND ?3 = 1)
    ORDER BY link_member.n DESC LIMIT ?4 OFFSET ?5`,
  crossings: `SELECT place, row, crc FROM crossing WHERE link = ? AND place < ? ORDER BY place DESC LIMIT ?`,
  crossingOf: 'SELECT place, row, crc FROM crossing WHERE turn = ? AND link = ?',
  hasCrossed: 'SELECT 1 FROM crossing WHERE turn = ? LIMIT 1',
  crossingsAfter: 'SELECT place, row, crc FROM crossing WHERE link = ? AND place > ? ORDER BY place LIMIT ?',
  gathering: 'SELECT row, crc FROM gathering WHERE id = ?',
  gatheringByKey: 'SELECT row, crc FROM gathering WHERE sender = ? AND idempotency_key = ?',
  // Each of the three scans can be left out (0).
  gatherings: `SELECT n, row, crc FROM gathering WHERE shelf = 0 AND ?1 = 1
    UNION ALL
    SELECT n, row, crc FROM gathering WHERE shelf = 1 AND ?2 = 1
    UNION ALL
    SELECT n, row, crc FROM gathering WHERE shelf = 2 AND ?3 = 1
    ORDER BY n DESC LIMIT ?4 OFFSET ?5`,
  gatheringsOf: `SELECT gathering.row, gathering.crc
    FROM gathering_member JOIN gathering ON gathering.n = gathering_member.n
    WHERE gathering_member.agent = ?1
      AND (shelf = 0 AND ?2 = 1 OR shelf = 1 AND ?3 = 1 OR shelf = 2 AND ?4 = 1)
    ORDER BY gathering_member.n DESC LIMIT ?5 OFFSET ?6`,
  utterances: 'SELECT row, crc FROM utterance WHERE gathering = ? AND n < ? ORDER BY n DESC LIMIT ?',
  turn: 'SELECT row, crc FROM turn WHERE id = ?',
  turnOfTimer: 'SELECT row, crc FROM turn WHERE timer = ? AND n > ? ORDER BY n LIMIT 1',
  turnNumber: 'SELECT n FROM turn WHERE id = ?',
  drafts: 'SELECT of, text, attachments FROM draft',
  attached: 'SELECT DISTINCT hash FROM attached',
  entries: 'SELECT n, text, row, crc FROM entry WHERE agent = ? AND n < ? ORDER BY n DESC LIMIT ?',
  subagentEntries: `SELECT agent, n, text, row, crc FROM entry
    WHERE ${isSubagentOf('?1')} AND row ->> '$.within' < ?2 ORDER BY agent, n`,
  // Most calls change no files, so the rows of others are filtered out before they are read.
  edits: `WITH changing AS MATERIALIZED (
      SELECT n, row ->> '$.call' AS call FROM entry
      WHERE agent = ?1 AND kind = 'tool' AND instr(row, '"diffs":[{') > 0)
    SELECT n, text, row, crc FROM entry WHERE agent = ?1 AND (
      kind = 'tool' AND n IN (SELECT n FROM changing)
      OR kind = 'result' AND row ->> '$.call' IN (SELECT call FROM changing)
      OR kind = 'note' AND row ->> '$.note.kind' IN ('filesUndone', 'filesPutBack'))
    ORDER BY n`,
  // Ranks the newest matches by text and age. The index returns matches by age, so a frequent word costs no
  // more. Rows are read only for the resulting page.
  search: `WITH result AS MATERIALIZED (
      SELECT entry.id, entry.at, bm25(entry_text, 0, 1, 1) AS score ${newest}),
    ${page}`,
  // Like `search`, but ranked by a narrower expression (?12), because ranking counts the rows of each word.
  searchTwice: `WITH newest AS MATERIALIZED (SELECT entry.id, entry.at ${newest}),
    result AS MATERIALIZED (
      SELECT newest.id, newest.at, bm25(entry_text, 0, 1, 1) AS score
      FROM entry_text CROSS JOIN newest ON newest.id = entry_text.rowid
      WHERE entry_text MATCH ?12
        AND entry_text.rowid BETWEEN (SELECT min(id) FROM newest) AND (SELECT max(id) FROM newest)),
    ${page}`,
  searchCount: `SELECT count(*) AS count FROM (
    SELECT 1 FROM entry_text JOIN entry ON entry.id = entry_text.rowid WHERE ${searched} LIMIT ?10)`,
  searchPlaces: `SELECT coalesce(entry.row ->> '$.within', entry.n) AS n FROM entry_text JOIN entry ON entry.id = entry_text.rowid
    WHERE ${searched} ORDER BY entry_text.rowid DESC LIMIT ?10`,
  // Whether more than ?2 rows match.
  searchIsOften: 'SELECT 1 FROM entry_text WHERE entry_text MATCH ?1 LIMIT 1 OFFSET ?2',
  // Places of the first entry since a time and the last until a time.
  timelineSince: 'SELECT n FROM timeline WHERE at >= ? ORDER BY at, n LIMIT 1',
  timelineUntil: 'SELECT n FROM timeline WHERE at <= ? ORDER BY at DESC, n DESC LIMIT 1',
  timeline: 'SELECT n, row, crc FROM timeline WHERE n < ? AND n >= ? ORDER BY n DESC LIMIT ?',
  timelineCount: 'SELECT count(*) AS count FROM (SELECT 1 FROM timeline WHERE n < ? AND n >= ? LIMIT ?)',
  timelineCountAbout: `SELECT count(*) AS count FROM (
    SELECT 1 FROM timeline_text WHERE timeline_text MATCH ? AND rowid < ? AND rowid >= ? LIMIT ?)`,
  timelineAbout: `SELECT timeline.n, timeline.row, timeline.crc
    FROM timeline_text JOIN timeline ON timeline.n = timeline_text.rowid
    WHERE timeline_text MATCH ? AND timeline_text.rowid < ? AND timeline_text.rowid >= ?
    ORDER BY timeline_text.rowid DESC LIMIT ?`,
  searchCircles: `SELECT circle_words.gathering, circle_words.text, circle_words.row, circle_words.crc
    FROM circle_text JOIN circle_words ON circle_words.id = circle_text.rowid
    WHERE circle_text MATCH ? ORDER BY circle_text.rank LIMIT ?`,
} as const

export function prepareAll(db: DatabaseSync): Statements {
  const entries = Object.entries(statementTexts).map(([name, text]) => [name, db.prepare(text)] as const)
  return Object.fromEntries(entries) as unknown as Statements
}
