import { everything, type SearchQuery } from '../../../ports/search-query.ts'
import { expect, it } from 'vitest'
import type { Row } from '../../../ports/ports.ts'
import { agentId, entryRow, makeEntry, makeMessage, messageRow } from '../../factories/factories.ts'
import type { StoreInHand } from './store-reading.ts'

export function sizeSuite({ store, reopen }: StoreInHand): void {
  it('takes messages of 1 MiB', () => {
    const body = 'abc😀 '.repeat(1024 * 128)
    expect(Buffer.byteLength(body)).toBe(1024 * 1024)
    store().commit([messageRow(makeMessage(1, { body })), entryRow(makeEntry(1, { text: body }))])
    reopen()
    expect(store().load().messages[0]?.body).toBe(body)
    expect(store().entries(agentId(1), null, 1)[0]?.text).toBe(body)
  })

  it('keeps 10,000 messages apart', () => {
    const count = 10_000
    for (let from = 1; from <= count; from += 100) {
      const batch = Array.from({ length: 100 }, (_, i) => from + i)
      store().commit(
        batch.flatMap((n): Row[] => [
          messageRow(makeMessage(n, { idempotencyKey: `k${n}`, body: `number ${n}` }), n % 1000 === 0),
          entryRow(makeEntry(n, { text: `word${n} common` })),
        ]),
      )
    }
    reopen()
    const loaded = store().load()
    expect(loaded.seq).toBe(count)
    expect(loaded.messages.map((message) => message.seq)).toEqual(
      Array.from({ length: 10 }, (_, i) => (i + 1) * 1000),
    )
    expect(store().messageByKey(makeMessage(1).from, 'k7777')?.body).toBe('number 7777')
    expect(
      store()
        .search(everything('"word4242"'), 10, 0)
        .map(({ entry }) => entry.n),
    ).toEqual([4242])
    expect(store().search(everything('common'), 50, 0)).toHaveLength(50)
    expect(
      store()
        .entries(agentId(1), 5001, 2)
        .map((entry) => entry.n),
    ).toEqual([4999, 5000])
  })
  it('tells halves and tabs apart where a word is everywhere', () => {
    // More rows than the store checks one by one, four of five of them tool calls; one in another tab is
    // short.
    const count = 13_000
    for (let from = 1; from <= count; from += 1000)
      store().commit(
        Array.from({ length: 1000 }, (_, i): Row => {
          const [n, kind] = [from + i, i % 5 === 0 ? 'text' : 'tool'] as const
          return entryRow(
            makeEntry(n, { kind, text: `common words of row ${n}`, agent: agentId(1 + (n % 7)) }),
          )
        }),
      )
    const { at } = makeEntry(count + 1)
    store().commit([entryRow(makeEntry(1, { kind: 'text', text: 'common', agent: agentId(9), at }))])
    const results = (more: Partial<SearchQuery>) =>
      store().search({ ...everything('common'), ...more }, 20, 0)
    const kinds = (more: Partial<SearchQuery>) => [...new Set(results(more).map(({ entry }) => entry.kind))]
    expect(results({ of: 'words' })[0]?.entry.text).toBe('common')
    expect([kinds({ of: 'words' }), kinds({ of: 'work' })]).toEqual([['text'], ['tool']])
    const inTab = results({ of: 'work', agent: agentId(3) })
    expect([inTab.length, new Set(inTab.map(({ entry }) => `${entry.agent} ${entry.kind}`)).size]).toEqual([
      20, 1,
    ])
    expect(results({ agent: agentId(9) }).map(({ entry }) => entry.n)).toEqual([1])
    expect(store().searchCount({ ...everything('common'), of: 'words' }, 10_000)).toBe(2601)
  })
}
