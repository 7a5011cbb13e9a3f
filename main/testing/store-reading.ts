import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AgentId } from '../contract/model.ts'
import { everything, type Found, type SearchQuery, type Store } from '../ports.ts'
import {
  agentId,
  entryRow,
  makeAgent,
  makeEntry,
  makeFrame,
  makeMessage,
  makeTurn,
  messageRow,
} from './factories.ts'

/** The store under test and the way to close and open it again. */
export interface StoreInHand {
  store(): Store
  reopen(): void
}

/** Pages of a transcript. */
export function entriesSuite({ store }: StoreInHand): void {
  const places = (before: number | null, limit: number): number[] =>
    store()
      .entries(agentId(1), before, limit)
      .map((entry) => entry.n)
  beforeEach(() => {
    const rows = Array.from({ length: 25 }, (_, i) => entryRow(makeEntry(i + 1)))
    store().commit([...rows, entryRow(makeEntry(1, { agent: agentId(2) }))])
  })

  it('gives the newest page, oldest first', () => {
    expect(places(null, 3)).toEqual([23, 24, 25])
  })

  it('gives every row once when paged to the beginning', () => {
    const seen: number[] = []
    for (let before: number | null = null; ;) {
      const page = places(before, 10)
      const first = page[0]
      if (first === undefined) break
      seen.unshift(...page)
      before = first
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
  })

  it.each([
    [1, 10, []],
    [2, 10, [1]],
    [null, 0, []],
    [null, -1, []],
    [1000, 1, [25]],
  ])('before %j, at most %j: %j', (before, limit, expected) => {
    expect(places(before, limit)).toEqual(expected)
  })

  it('keeps the agents apart', () => {
    expect(store().entries(agentId(2), null, 10)).toEqual([makeEntry(1, { agent: agentId(2) })])
  })

  it('keeps the facts of a row beside its words', () => {
    const row = makeEntry(1, { agent: agentId(3), end: 'denied', note: { kind: 'denied', tool: 'Bash' } })
    store().commit([entryRow(row)])
    expect(store().entries(agentId(3), null, 10)).toEqual([row])
  })
}

/** Looking a message up by the key its sender gave it. */
export function keysSuite({ store, reopen }: StoreInHand): void {
  const agent = { kind: 'agent', id: agentId(5) } as const

  it('finds a message by the key of its sender, settled or not, after a restart too', () => {
    const message = makeMessage(1, { idempotencyKey: 'k 1', from: agent })
    store().commit([messageRow(message)])
    expect(store().messageByKey(agent, 'k 1')).toEqual(message)
    store().commit([messageRow({ ...message, state: 'read' }, false)])
    reopen()
    expect(store().messageByKey(agent, 'k 1')).toEqual({ ...message, state: 'read' })
    expect(store().messageByKey(agent, 'k')).toBeNull()
  })

  it('keeps the senders apart; the person is one', () => {
    const all = [
      agent,
      { kind: 'agent', id: agentId(6) },
      { kind: 'human', via: 'window' },
      { kind: 'system' },
    ] as const
    store().commit(all.map((from, i) => messageRow(makeMessage(i + 1, { from, idempotencyKey: 'same' }))))
    expect(all.map((from) => store().messageByKey(from, 'same')?.seq)).toEqual([1, 2, 3, 4])
    expect(store().messageByKey({ kind: 'human', via: 'api' }, 'same')?.seq).toBe(3)
  })

  it('lets any number of messages have no key', () => {
    store().commit([1, 2, 3].map((n) => messageRow(makeMessage(n, { from: agent }))))
    expect(store().load().messages).toHaveLength(3)
  })
}

/** Full-text search, with mean queries. */
export function searchSuite({ store, reopen }: StoreInHand): void {
  const hits = (query: string, limit = 10, offset = 0): readonly Found[] =>
    store().search(everything(query), limit, offset)
  const found = (query: string, limit = 10): number[] =>
    hits(query, limit)
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
    const rows = hits('fox').map(({ entry }) => entry)
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual(makeEntry(1, { agent: agentId(2), text: 'another fox' }))
    expect(rows).toContainEqual(makeEntry(1, { text: 'The quick brown fox' }))
    expect(found('fox', 1)).toHaveLength(1)
    expect([found('fox', 0), found('fox', -1)]).toEqual([[], []])
  })

  it('gives the following pages, each hit once', () => {
    store().commit(Array.from({ length: 7 }, (_, i) => entryRow(makeEntry(i + 10, { text: `otter ${i}` }))))
    const pages = [0, 3, 6, 9].map((offset) => hits('otter', 3, offset).map(({ entry }) => entry.n))
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1, 0])
    expect(pages.flat().sort((a, b) => a - b)).toEqual([10, 11, 12, 13, 14, 15, 16])
  })

  it('marks what was found among the words around it', () => {
    const [hit] = hits('fox')
    expect(hit?.parts.map((part) => part.text).join('')).toBe('The quick brown fox')
    expect(hit?.parts.filter((part) => part.isMatch).map((part) => part.text)).toEqual(['fox'])
  })

  it('finds the copy of a transcript as well', () => {
    store().commit([{ table: 'copied', from: agentId(1), to: agentId(2) }])
    expect(
      hits('fox')
        .map(({ entry }) => entry.agent)
        .sort(),
    ).toEqual([agentId(1), agentId(2)])
    expect(store().entries(agentId(2), null, 1)).toEqual([
      { ...makeEntry(texts.length, { text: texts.at(-1) ?? '' }), agent: agentId(2) },
    ])
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
        makeEntry(6, { agent: other, kind: 'human', text: 'heron h', author: { kind: 'human', via: 'api' } }),
      ]
      store().commit(rows.map(entryRow))
      reopen()
    })

    it('by a reader', () => {
      expect(kinds({ reader: { agent: mine, looks: [] } })).toEqual(['mine heartbeat b'])
      const looks = { reader: { agent: mine, looks: [other] } }
      const theirs = ['theirs human h', 'theirs peer e', 'theirs text d']
      expect(kinds(looks)).toEqual(['mine heartbeat b', ...theirs])
      expect(kinds({ reader: { agent: mine, looks: [other, third] } })).toContain('theirs peer f')
      expect(kinds({ ...looks, agent: other })).toEqual(theirs)
      expect(kinds({})).toHaveLength(8)
    })

    it('in a time, by a hand, and not under seal', () => {
      expect(kinds({ after: 50, before: 60 })).toEqual(['mine heartbeat b'])
      expect(kinds({ author: 'human' })).toEqual(['theirs human h'])
      expect(kinds({ author: other, agent: other, after: 60, before: 61 })).toEqual(['theirs text d'])
      expect(kinds({ after: 60, before: 61, notIn: ['trn-sealed'] })).toEqual([])
    })
  })

  it('follows a row that changes', () => {
    store().commit([entryRow(makeEntry(1, { text: 'A slow badger' }))])
    expect(found('fox')).toEqual([])
    expect(found('badger')).toEqual([1])
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

/** What was not sent yet. */
export function draftsSuite({ store, reopen }: StoreInHand): void {
  it('keeps the newest words of each, and forgets empty ones', () => {
    store().keepDraft('first', 'a')
    store().keepDraft(agentId(1), 'b')
    store().keepDraft(agentId(1), 'c\nd\0e')
    reopen()
    expect(store().drafts()).toEqual({ first: 'a', [agentId(1)]: 'c\nd\0e' })
    store().keepDraft('first', '')
    reopen()
    expect(store().drafts()).toEqual({ [agentId(1)]: 'c\nd\0e' })
  })
}

/** Deleting an agent for ever. */
export function forgottenSuite({ store, reopen }: StoreInHand): void {
  const gone = agentId(1)
  const fill = (): void =>
    store().commit([
      { table: 'agent', row: makeAgent(1) },
      { table: 'agent', row: makeAgent(2) },
      messageRow(makeMessage(1, { to: gone, idempotencyKey: 'k' })),
      messageRow(makeMessage(2, { to: gone }), false),
      messageRow(makeMessage(3, { from: { kind: 'agent', id: gone }, to: agentId(2) })),
      { table: 'frame', row: makeFrame(1, { agent: gone }), open: true },
      { table: 'frame', row: makeFrame(2, { agent: agentId(2) }), open: true },
      { table: 'turn', row: makeTurn(1, { agent: gone }), open: true },
      { table: 'turn', row: makeTurn(2, { agent: agentId(2) }), open: true },
      entryRow(makeEntry(1, { agent: gone, text: 'secret plan' })),
      entryRow(makeEntry(1, { agent: agentId(2), text: 'open plan' })),
    ])

  it('removes the agent and all that is stored under it, and nothing else', () => {
    fill()
    store().keepDraft(gone, 'lost')
    store().commit([{ table: 'forgotten', agent: gone }])
    store().keepDraft('first', 'mine')
    reopen()
    const loaded = store().load()
    expect(loaded.agents).toEqual([makeAgent(2)])
    expect(loaded.messages.map((message) => message.seq)).toEqual([3])
    expect(loaded.frames).toEqual([makeFrame(2, { agent: agentId(2) })])
    expect(loaded.turns).toEqual([makeTurn(2, { agent: agentId(2) })])
    expect(store().entries(gone, null, 10)).toEqual([])
    expect(store().message(makeMessage(2).id)).toBeNull()
    expect(store().messageByKey(makeMessage(1).from, 'k')).toBeNull()
    expect(store().search(everything('secret'), 10, 0)).toEqual([])
    expect(
      store()
        .search(everything('plan'), 10, 0)
        .map(({ entry }) => entry),
    ).toEqual([makeEntry(1, { agent: agentId(2), text: 'open plan' })])
    expect(store().drafts()).toEqual({ first: 'mine' })
  })

  it('never gives a place twice', () => {
    store().commit([messageRow(makeMessage(9, { to: gone }))])
    store().commit([{ table: 'forgotten', agent: gone }])
    reopen()
    expect(store().load().seq).toBe(9)
  })

  it('keeps what comes after it in the same commit', () => {
    fill()
    const told = makeMessage(2, { to: gone, state: 'dropped' })
    store().commit([{ table: 'forgotten', agent: gone }, messageRow(told, false)])
    expect(store().message(told.id)).toEqual(told)
  })
}
