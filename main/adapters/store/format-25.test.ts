import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { format20 } from './format-20.ts'
import { format25 } from './format-25.ts'
import { keptFolder } from './testing/kept-folder.ts'

test('migration 25 renames human everywhere and keeps text searchable', () => {
  const db = new DatabaseSync(`${keptFolder(onTestFinished)}/janus.db`)
  onTestFinished(() => db.close())
  const count = (table: string, where: string) =>
    db.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).get()?.['n']
  const found = (by: string) =>
    db.prepare('SELECT count(*) AS n FROM entry_text WHERE entry_text MATCH ?').get(`about : "${by}"`)?.['n']
  format20.up(db)
  const before = {
    messages: count('message', "sender = 'human'"),
    rows: count('entry', "kind = 'human' AND author = 'human'"),
    gatherings: count('gathering', "sender = 'human'"),
    found: found('byhuman'),
  }
  expect(Object.values(before).every((n) => Number(n) > 0)).toBe(true)

  format25.up(db)

  expect({
    messages: count('message', "sender = 'user'"),
    rows: count('entry', "kind = 'user' AND author = 'user'"),
    gatherings: count('gathering', "sender = 'user'"),
    found: found('byuser'),
  }).toEqual(before)
  expect(found('byhuman')).toBe(0)
  for (const table of ['message', 'turn', 'entry', 'link', 'heartbeat', 'gathering', 'moment'])
    expect(count(table, `row LIKE '%"human"%'`)).toBe(0)
})
