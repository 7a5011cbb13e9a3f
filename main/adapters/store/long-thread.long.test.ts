import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { makeAgent, makeMessage, messageRow } from '../../testkit/factories/factories.ts'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'
import { openStore } from './store.ts'

const count = 100_000

test('a thread of 100,000 messages is kept whole, read in pages from any place, and none of it is in memory after a start', () => {
  const folder = makeQuickFolder('long-thread')
  let store = openStore(folder)
  onTestFinished(() => {
    store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const thread = makeMessage(1).id
  store.commit([{ table: 'agent', row: makeAgent(1) }])
  for (let from = 1; from <= count; from += 1000)
    store.commit(
      Array.from({ length: 1000 }, (_, i) =>
        messageRow(makeMessage(from + i, { thread, state: 'answered', body: `number ${from + i}` }), false),
      ),
    )
  store.close()
  store = openStore(folder)
  expect([store.load().messages, store.load().seq, store.incidents]).toEqual([[], count, []])
  expect(store.threadLength(thread, null)).toBe(count)
  const bodies = (offset: number, limit: number) =>
    store.thread(thread, offset, limit).map(({ body }) => body)
  expect(bodies(0, 2)).toEqual(['number 1', 'number 2'])
  expect(bodies(50_000, 2)).toEqual(['number 50001', 'number 50002'])
  expect(bodies(count - 1, 50)).toEqual([`number ${count}`])
}, 300_000)
