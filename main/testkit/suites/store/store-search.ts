import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { subagentLog } from '../../../contract/agents/subagents.ts'
import { userKey } from '../../../contract/mail/authors.ts'
import type { AgentId } from '../../../contract/api/model.ts'
import { everything, type FoundRow, type SearchQuery } from '../../../ports/search-query.ts'
import { agentId, entryRow, makeEntry } from '../../factories/factories.ts'
import type { StoreInHand } from './store-reading.ts'

export function searchSuite({ store, reopen }: StoreInHand): void {
  const results = (query: string, limit = 10, offset = 0): readonly FoundRow[] =>
    store().search(everything(query), limit, offset)
  const found = (query: string, limit = 10): number[] =>
    results(query, limit)
      .map(({ entry }) => entry.n)
      .sort((a, b) => a - b)
  const texts = [
    'The quick brown fox',
    'brown bread, quick soup',
    'Der Ärger mit dem Straßenbau',
    'Читатель пишет',
    'src/main-loop.ts:42 NEAR the AND gate',
    '日本語 テスト',
  ]
  beforeEach(() => {
    store().commit(texts.map((text, i) => entryRow(makeEntry(i + 1, { text }))))
  })

  it.each([
    ['quick', [1, 2]],
    ['QUICK brown', [1, 2]],
    ['"quick brown"', [1]],
    ['fox bread', []],
    ['arger', [3]],
    ['STRASSENBAU', []],
    ['straßenbau', [3]],
    ['читатель', [4]],
    ['main-loop.ts', [5]],
    ['and', [5]],
    ['テスト', [6]],
    ['  brown   ', [1, 2]],
    ['"brown" "soup', [2]],
    ['fox !!! ???', [1]],
    ['bro', [1, 2]],
    ['"bro"', []],
    ['bro quick', []],
  ])('%s', (query, expected) => {
    expect(found(query)).toEqual(expected)
  })

  it('gives whole rows, of all agents, and no more than asked for', () => {
    store().commit([entryRow(makeEntry(1, { agent: agentId(2), text: 'another fox' }))])
    reopen()
    const rows = results('fox').map(({ entry }) => entry)
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual(makeEntry(1, { agent: agentId(2), text: 'another fox' }))
    expect(rows).toContainEqual(makeEntry(1, { text: 'The quick brown fox' }))
    expect(found('fox', 1)).toHaveLength(1)
    expect([found('fox', 0), found('fox', -1)]).toEqual([[], []])
  })

  it('gives the following pages, each result once', () => {
    store().commit(Array.from({ length: 7 }, (_, i) => entryRow(makeEntry(i + 10, { text: `otter ${i}` }))))
    const pages = [0, 3, 6, 9].map((offset) => results('otter', 3, offset).map(({ entry }) => entry.n))
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1, 0])
    expect(pages.flat().sort((a, b) => a - b)).toEqual([10, 11, 12, 13, 14, 15, 16])
  })

  it('marks what was found among the words around it', () => {
    const [result] = results('fox')
    expect(result?.parts.map((part) => part.text).join('')).toBe('The quick brown fox')
    expect(result?.parts.filter((part) => part.isMatch).map((part) => part.text)).toEqual(['fox'])
  })

  it('finds the copy of a transcript as well', () => {
    store().commit([{ table: 'copied', from: agentId(1), to: agentId(2) }])
    expect(
      results('fox')
        .map(({ entry }) => entry.agent)
        .sort(),
    ).toEqual([agentId(1), agentId(2)])
    expect(store().entries(agentId(2), null, 1)).toEqual([
      { ...makeEntry(texts.length, { text: texts.at(-1) ?? '' }), agent: agentId(2) },
    ])
  })

  describe('of more than one kind', () => {
    const kinds = (query: Partial<SearchQuery>, limit = 20, offset = 0) =>
      store()
        .search({ ...everything('otter'), ...query }, limit, offset)
        .map(({ entry }) => entry.n)
    beforeEach(() => {
      const work = (['tool', 'result', 'thinking', 'note'] as const).map((kind, i) =>
        makeEntry(20 + i, { kind, text: 'otter', at: 90 + i }),
      )
      const words = (['user', 'peer', 'text'] as const).map((kind, i) =>
        makeEntry(10 + i, { kind, text: `otter among others, ${'so it goes, '.repeat(20)}`, at: 50 + i }),
      )
      store().commit([...work, ...words].map(entryRow))
    })

    it('gives what was said before the work behind it, over the pages', () => {
      const all = kinds({})
      expect(all.slice(0, 3).sort()).toEqual([10, 11, 12])
      expect(all.slice(3).sort()).toEqual([20, 21, 22, 23])
      expect([0, 2, 4, 6, 8].flatMap((from) => kinds({}, 2, from))).toEqual(all)
      expect(kinds({}, 20, 3)).toEqual(all.slice(3))
    })

    it('returns and counts only one half', () => {
      expect(kinds({ of: 'words' }).sort()).toEqual([10, 11, 12])
      expect(kinds({ of: 'work' }).sort()).toEqual([20, 21, 22, 23])
      const counted = (query: Partial<SearchQuery>, most = 100) =>
        store().searchCount({ ...everything('otter'), ...query }, most)
      expect([counted({}), counted({ of: 'words' }), counted({ of: 'work' })]).toEqual([7, 3, 4])
      expect([counted({}, 5), counted({ of: 'work' }, 2), counted({ words: '!' })]).toEqual([5, 2, 0])
    })

    it('gives the places in one conversation, in their order, the newest where there are too many', () => {
      const places = (limit: number) => store().places({ ...everything('otter'), agent: agentId(1) }, limit)
      expect(places(100)).toEqual([10, 11, 12, 20, 21, 22, 23])
      expect(places(3)).toHaveLength(3)
      expect(store().places({ ...everything('otter'), agent: agentId(2) }, 100)).toEqual([])
    })
  })

  it('of two that fit alike gives the newer one first', () => {
    const day = 86_400_000
    const rows = [200, 400, 100].map((days, i) =>
      makeEntry(30 + i, { kind: 'text', text: 'a marmot', at: days * day }),
    )
    store().commit(rows.map(entryRow))
    expect(results('marmot').map(({ entry }) => entry.n)[0]).toBe(31)
  })

  describe('finds only what may be read', () => {
    const [mine, other, third] = [agentId(1), agentId(2), agentId(3)]
    const by = (id: AgentId) => ({ author: { kind: 'agent', id } as const })
    const kinds = (query: Partial<SearchQuery>) =>
      store()
        .search({ ...everything('heron'), ...query }, 20, 0)
        .map(
          ({ entry }) => `${entry.agent === mine ? 'mine' : 'theirs'} ${entry.kind} ${entry.text.slice(6)}`,
        )
        .sort()
    beforeEach(() => {
      const rows = [
        makeEntry(11, { kind: 'thinking', text: 'heron a' }),
        makeEntry(12, { kind: 'heartbeat', text: 'heron b', at: 50 }),
        makeEntry(1, { agent: other, kind: 'thinking', text: 'heron c' }),
        makeEntry(2, {
          agent: other,
          kind: 'text',
          text: 'heron d',
          ...by(other),
          turn: 'trn-sealed',
          at: 60,
        }),
        makeEntry(3, { agent: other, kind: 'peer', text: 'heron e', ...by(mine) }),
        makeEntry(4, { agent: other, kind: 'peer', text: 'heron f', ...by(third) }),
        makeEntry(5, { agent: other, kind: 'note', text: 'heron g' }),
        makeEntry(6, { agent: other, kind: 'user', text: 'heron h', author: { kind: 'user', via: 'api' } }),
      ]
      store().commit(rows.map(entryRow))
      reopen()
    })

    it('by a reader', () => {
      expect(kinds({ reader: { agent: mine, looks: [] } })).toEqual(['mine heartbeat b'])
      const looks = { reader: { agent: mine, looks: [other] } }
      const theirs = ['theirs peer e', 'theirs text d', 'theirs user h']
      expect(kinds(looks)).toEqual(['mine heartbeat b', ...theirs])
      expect(kinds({ reader: { agent: mine, looks: [other, third] } })).toContain('theirs peer f')
      expect(kinds({ ...looks, agent: other })).toEqual(theirs)
      expect(kinds({})).toHaveLength(8)
    })

    it('what the user heard on another machine: nobody reads it with them', () => {
      const heard = { agent: userKey, message: 'msg-heard', topic: 'Which port?' } as const
      const place = { gathering: 'gat-theirs0001@barn', utterance: null, number: 1 } as const
      const said = makeEntry(40, { ...heard, kind: 'peer', text: 'heron i', spoken: place, turn: null })
      store().commit([entryRow(said)])
      reopen()
      expect(store().search(everything('"heron i"'), 5, 0)).toMatchObject([{ entry: said }])
      expect(kinds({})).toHaveLength(9)
      expect(kinds({ reader: { agent: mine, looks: [other, third] } })).not.toContain('theirs peer i')
    })

    it('filters by time and author, and leaves out sealed statements', () => {
      expect(kinds({ after: 50, before: 60 })).toEqual(['mine heartbeat b'])
      expect(kinds({ author: 'user' })).toEqual(['theirs user h'])
      expect(kinds({ author: other, agent: other, after: 60, before: 61 })).toEqual(['theirs text d'])
      expect(kinds({ after: 60, before: 61, notIn: ['trn-sealed'] })).toEqual([])
    })
  })

  it('follows a row that changes', () => {
    store().commit([entryRow(makeEntry(1, { text: 'A slow badger' }))])
    expect(found('fox')).toEqual([])
    expect(found('badger')).toEqual([1])
  })

  describe('what subagents said', () => {
    const [mine, other] = [agentId(1), agentId(2)]
    const log = subagentLog(mine, 'c1')
    const of = (more: Partial<SearchQuery> = {}) => ({ ...everything('wreck'), ...more })
    const said = (n: number) =>
      entryRow(makeEntry(n, { agent: log, author: { kind: 'system' }, text: 'a wreck', within: 9 }))
    beforeEach(() => {
      store().commit([said(1), said(2), entryRow(makeEntry(9, { text: 'look for the wreck' }))])
    })

    it('is work, in its agent’s conversation, at the place of the call', () => {
      expect(store().searchCount(of({ agent: mine }), 9)).toBe(3)
      expect(store().searchCount(of({ agent: other }), 9)).toBe(0)
      expect(store().searchCount(of({ of: 'words' }), 9)).toBe(1)
      expect(store().searchCount(of({ author: mine }), 9)).toBe(1)
      expect(store().places(of({ agent: mine }), 9)).toEqual([9])
    })

    it('is found by no agent, also not by its own', () => {
      const readers = [
        { agent: mine, looks: [other] },
        { agent: other, looks: [mine] },
      ]
      for (const reader of readers) expect(store().searchCount(of({ reader }), 9)).toBe(1)
    })

    it('goes where its agent’s transcript goes, up to the call, and away with it', () => {
      const entries = (agent: AgentId) => store().entries(subagentLog(agent, 'c1'), null, 9)
      store().commit([{ table: 'copied', from: mine, to: other, rows: 8 }])
      expect(entries(other)).toEqual([])
      store().commit([{ table: 'copied', from: mine, to: other, rows: 9 }])
      expect(entries(other)).toMatchObject([{ text: 'a wreck' }, { agent: subagentLog(other, 'c1'), n: 2 }])
      store().commit([{ table: 'forgotten', agent: mine }])
      expect(entries(mine)).toEqual([])
      expect(entries(other)).toHaveLength(2)
    })
  })

  it('does not throw on what looks like an operator, or is far too long', () => {
    const lines =
      '"|""|"""|*|a*|^x|NEAR(|NEAR(a b, 2)|AND|OR OR|NOT|text:|{text}: x|-x|+|(|))|%|\\|;DROP TABLE entry|"a" "b'
    const more = ['', ' ', "'", '\0', 'a\0b', '\ud800', '\u202e', '💥', 'x'.repeat(1e6), 'a '.repeat(1e5)]
    for (const query of [...lines.split('|'), ...more]) {
      expect(() => store().search(everything(query), 10, 0), JSON.stringify(query.slice(0, 20))).not.toThrow()
    }
  })

  it('does not throw on anything', () => {
    const mean = fc.array(
      fc.constantFrom(
        '"',
        '*',
        'NEAR',
        '(',
        ')',
        ':',
        '^',
        '{',
        '}',
        'AND',
        'a',
        ' ',
        '\0',
        '-',
        '+',
        '\ud800',
      ),
    )
    const query = fc.oneof(
      fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes)),
      mean.map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(query, (text) => {
        store().search(everything(text), 5, 0)
      }),
      { numRuns: 500 },
    )
  })
}
