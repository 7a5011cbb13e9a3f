import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTables } from './schema.ts'
import { statementTexts } from './statements.ts'

/**
 * Statements that legitimately scan or sort: small tables and indexes (agents, drafts, open rows, seats of
 * a gathering), counts with a limit, and full-text searches by their own index; those of the timeline are
 * bounded (`<>`) and in order (`M`).
 */
const whole: Record<string, RegExp> = {
  agents: /^SCAN agent$/,
  drafts: /^SCAN draft$/,
  // A fleet has few machines, and few unsent messages.
  machines: /^SCAN machine$/,
  outgoing: /^SCAN outgoing$/,
  // Run once at startup.
  attached: /^SCAN attached$/,
  openMessages: /^SCAN message USING INDEX message_open$/,
  // At most 150; the rest is deleted.
  tasks: /^SCAN task$/,
  highestSeq: /^SCAN (sqlite_sequence|CONSTANT ROW)$/,
  addSeats: /^SCAN seat VIRTUAL TABLE INDEX/,
  // Sorts a limited number of results by rank.
  search:
    /^(SCAN (entry_text VIRTUAL TABLE INDEX \d+:M3|json_each VIRTUAL TABLE INDEX|result|page)|USE TEMP B-TREE)/,
  searchTwice:
    /^(SCAN (entry_text VIRTUAL TABLE INDEX \d+:M3(><)?|json_each VIRTUAL TABLE INDEX|result|page)|USE TEMP B-TREE)/,
  searchCount: /^SCAN (entry_text VIRTUAL TABLE INDEX \d+:M3|json_each VIRTUAL TABLE INDEX|\(subquery-\d\))/,
  searchPlaces: /^SCAN (entry_text|json_each) VIRTUAL TABLE INDEX/,
  // Calls of one agent that changed files; few.
  edits: /^SCAN changing$/,
  searchIsOften: /^SCAN entry_text VIRTUAL TABLE INDEX/,
  timelineCount: /^SCAN \(subquery-1\)$/,
  timelineCountAbout: /^SCAN (\(subquery-1\)|timeline_text VIRTUAL TABLE INDEX \d+:M2<>)$/,
  timelineAbout: /^SCAN timeline_text VIRTUAL TABLE INDEX \d+:M2<>$/,
  searchCircles: /^SCAN circle_text VIRTUAL TABLE INDEX/,
}

let db: DatabaseSync
beforeAll(() => {
  db = new DatabaseSync(':memory:')
  makeTables(db)
})
afterAll(() => db.close())

function plan(text: string): string[] {
  const rows = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all()
  return rows.map((row) => String(row['detail']))
}

describe('queries do not slow down with the amount of data', () => {
  const asking = Object.entries(statementTexts).filter(([, text]) => !/^(BEGIN|COMMIT)/.test(text))

  it.each(asking)('%s walks through no table and sorts nothing', (name, text) => {
    const steps = plan(text).filter((step) => /^SCAN|TEMP B-TREE/.test(step))
    expect(steps.filter((step) => whole[name]?.test(step) !== true)).toEqual([])
  })

  it('each question about mail has an index of its own, bounded on both sides', () => {
    expect(plan(statementTexts.thread)).toEqual(['SEARCH message USING INDEX message_thread (thread=?)'])
    expect(plan(statementTexts.messageByKey)).toEqual([
      'SEARCH message USING INDEX message_key (sender=? AND idempotency_key=?)',
    ])
    expect(plan(statementTexts.tickets)).toEqual([
      'MERGE (UNION ALL)',
      'LEFT',
      'SEARCH message USING INDEX message_asked (sender=? AND rowid<?)',
      'RIGHT',
      'SEARCH message USING INDEX message_owed (receiver=? AND rowid<?)',
    ])
  })

  it('so has each about links; a page of all of them is merged from the open and the closed ones', () => {
    expect(plan(statementTexts.crossings)).toEqual([
      'SEARCH crossing USING INDEX crossing_link (link=? AND rowid<?)',
    ])
    expect(plan(statementTexts.hasCrossed)).toEqual([
      'SEARCH crossing USING COVERING INDEX sqlite_autoindex_crossing_2 (turn=?)',
    ])
    expect(plan(statementTexts.linksOf)).toEqual([
      'SEARCH link_member USING COVERING INDEX link_member_agent (agent=?)',
      'SEARCH link USING INTEGER PRIMARY KEY (rowid=?)',
    ])
    expect(plan(statementTexts.links).filter((step) => step.startsWith('SEARCH'))).toEqual(
      Array(2).fill('SEARCH link USING INDEX link_closed (closed=?)'),
    )
  })

  it('so has each about gatherings; a page of all of them is merged from the three shelves', () => {
    expect(plan(statementTexts.utterances)).toEqual([
      'SEARCH utterance USING INDEX sqlite_autoindex_utterance_2 (gathering=? AND n<?)',
    ])
    expect(plan(statementTexts.openGatherings)).toEqual([
      'SEARCH gathering USING INDEX gathering_open (open=?)',
    ])
    expect(plan(statementTexts.gatheringByKey)).toEqual([
      'SEARCH gathering USING INDEX gathering_key (sender=? AND idempotency_key=?)',
    ])
    expect(plan(statementTexts.gatheringsOf)).toEqual([
      'SEARCH gathering_member USING COVERING INDEX gathering_member_agent (agent=?)',
      'SEARCH gathering USING INTEGER PRIMARY KEY (rowid=?)',
    ])
    expect(plan(statementTexts.gatherings).filter((step) => step.startsWith('SEARCH'))).toEqual(
      Array(3).fill('SEARCH gathering USING INDEX gathering_shelf (shelf=?)'),
    )
  })
})
