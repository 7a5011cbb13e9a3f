import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { format20 } from './format-20.ts'
import { keptFolder } from './testing/kept-folder.ts'

interface Stored {
  readonly seq: number
  readonly row: string
  readonly crc: number
}

test('migration 20 renames only our own fields and leaves damaged records damaged', () => {
  const db = new DatabaseSync(`${keptFolder(onTestFinished)}/janus.db`)
  onTestFinished(() => db.close())
  const messages = () =>
    db.prepare('SELECT seq, row, crc FROM message ORDER BY seq').all() as unknown as readonly Stored[]
  const [first, second] = messages()
  if (!first || !second) throw new Error('The kept folder has messages.')
  const own = { person: 'Ann', house: 'blue', kind: 'person', by: 'spread' }
  const from = { kind: 'guest', house: 'house', name: 'person' }
  const row = JSON.stringify({ ...(JSON.parse(first.row) as object), metadata: own, from, body: 'person' })
  db.prepare('UPDATE message SET row = ?, crc = ? WHERE seq = ?').run(row, crc32(row), first.seq)
  db.prepare('UPDATE message SET row = ? WHERE seq = ?').run(second.row.slice(0, -2), second.seq)

  format20.up(db)

  const [changed, damaged] = messages()
  expect(JSON.parse(changed?.row ?? '')).toMatchObject({
    metadata: own,
    from: { kind: 'guest', machine: 'house', name: 'person' },
    body: 'person',
  })
  expect(changed?.crc).toBe(crc32(changed?.row ?? ''))
  expect(damaged).toEqual({ ...second, row: second.row.slice(0, -2) })
})
