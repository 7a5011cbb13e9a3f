import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { StoreFullError } from '../ports.ts'
import type { Row, Store } from '../ports.ts'
import {
  agentId,
  entryRow,
  makeAgent,
  makeEntry,
  makeFrame,
  makeMessage,
  makeTurn,
  messageRow,
} from './rows.ts'

/** Opens the store under test: the first time empty, later with all that was committed; the one before is closed by then. */
export interface StoreBench {
  open(): Store
  /** Throws away what the bench made. */
  dispose(): void
}

/** What every store must do, run by the one on SQLite and by the one in memory. */
export function storeSuite(name: string, makeBench: () => StoreBench): void {
  describe(name, () => {
    let bench: StoreBench
    let store: Store
    const reopen = (): void => {
      store.close()
      store = bench.open()
    }
    beforeEach(() => {
      bench = makeBench()
      store = bench.open()
    })
    afterEach(() => {
      store.close()
      bench.dispose()
    })
    const ask: Asked = { store: () => store, reopen }
    describe('rows', () => rowsSuite(ask))
    describe('open and settled', () => openSuite(ask))
    describe('all or nothing', () => atomicSuite(ask))
    describe('transcripts', () => entriesSuite(ask))
    describe('keys', () => keysSuite(ask))
    describe('search', () => searchSuite(ask))
    describe('deleting for ever', () => forgottenSuite(ask))
    describe('size', () => sizeSuite(ask))
  })
}

interface Asked {
  store(): Store
  reopen(): void
}

function rowsSuite({ store, reopen }: Asked): void {
  it('begins empty', () => {
    expect(store().load()).toEqual({ agents: [], messages: [], frames: [], turns: [], seq: 0 })
  })

  it('gives back every kind of row as it was written', () => {
    const agent = makeAgent(1, {
      formerNames: [{ name: 'Alt', key: 'alt', skeleton: 'ait', until: 99 }],
      process: { pid: 7, startedAt: '1234' },
      deaths: [1, 2],
      costUsd: 0.1 + 0.2,
    })
    const message = makeMessage(1, { metadata: { a: 'ü', 'b"': '' }, idempotencyKey: 'k', causes: ['msg-x'] })
    const frame = makeFrame(1, { messages: [message.id], phase: 'locating' })
    const turn = makeTurn(1, { frame: frame.id, causes: [message.id] })
    const entry = makeEntry(1, { message: message.id, author: { kind: 'human', via: 'api' } })
    store().commit([
      { table: 'agent', row: agent },
      messageRow(message),
      { table: 'frame', row: frame, open: true },
      { table: 'turn', row: turn, open: true },
      entryRow(entry),
    ])
    reopen()
    expect(store().load()).toEqual({
      agents: [agent],
      messages: [message],
      frames: [frame],
      turns: [turn],
      seq: 1,
    })
    expect(store().message(message.id)).toEqual(message)
    expect(store().entries(entry.agent, null, 10)).toEqual([entry])
  })

  it('keeps the newest version of each row', () => {
    store().commit([
      { table: 'agent', row: makeAgent(1, { status: 'starting' }) },
      messageRow(makeMessage(1)),
    ])
    store().commit([{ table: 'frame', row: makeFrame(1, { phase: 'written' }), open: true }])
    store().commit([
      { table: 'agent', row: makeAgent(1, { status: 'idle' }) },
      messageRow(makeMessage(1, { state: 'written' })),
      { table: 'frame', row: makeFrame(1, { phase: 'started' }), open: true },
      entryRow(makeEntry(1, { text: 'draft' })),
      entryRow(makeEntry(1, { text: 'final' })),
    ])
    reopen()
    const loaded = store().load()
    expect(loaded.agents).toEqual([makeAgent(1, { status: 'idle' })])
    expect(loaded.messages).toEqual([makeMessage(1, { state: 'written' })])
    expect(loaded.frames).toEqual([makeFrame(1, { phase: 'started' })])
    expect(store().entries(agentId(1), null, 10)).toEqual([makeEntry(1, { text: 'final' })])
  })

  it.each([
    '',
    'a\0b',
    '\u{1f469}\u200d\u{1f4bb} \u202eabc',
    '\ud800 lone',
    '\u2028\ufeff\r\n',
    'e\u0301 \u00e9',
    '💥'.repeat(99),
  ])('keeps %j to the letter', (text) => {
    const message = makeMessage(1, { body: text, fromName: text, reason: text })
    store().commit([messageRow(message, false), entryRow(makeEntry(1, { text, authorName: text }))])
    reopen()
    expect(store().message(message.id)).toEqual(message)
    expect(store().entries(agentId(1), null, 1)).toEqual([makeEntry(1, { text, authorName: text })])
  })

  it('keeps any words to the letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 50 }), (text, n) => {
        store().commit([
          entryRow(makeEntry(n + 1, { text })),
          messageRow(makeMessage(n + 1, { body: text }), false),
        ])
        expect(store().message(makeMessage(n + 1).id)?.body).toBe(text)
        expect(store().entries(agentId(1), n + 2, 1)[0]?.text).toBe(text)
      }),
      { numRuns: 60 },
    )
  })

  it('does not know what was never written', () => {
    expect(store().message('msg-none')).toBeNull()
    expect(store().messageByKey({ kind: 'system' }, 'none')).toBeNull()
    expect(store().entries(agentId(9), null, 10)).toEqual([])
  })
}

function openSuite({ store, reopen }: Asked): void {
  it('loads open rows and every agent, messages in order of acceptance', () => {
    store().commit([
      { table: 'agent', row: makeAgent(1) },
      { table: 'agent', row: makeAgent(2, { closedAt: 5 }) },
      messageRow(makeMessage(3)),
      messageRow(makeMessage(1), false),
      messageRow(makeMessage(2)),
      { table: 'frame', row: makeFrame(1), open: false },
      { table: 'turn', row: makeTurn(1), open: false },
    ])
    reopen()
    const loaded = store().load()
    expect(loaded.agents.map((agent) => agent.id)).toEqual([agentId(1), agentId(2)])
    expect(loaded.messages.map((message) => message.seq)).toEqual([2, 3])
    expect([loaded.frames, loaded.turns]).toEqual([[], []])
    expect(store().message(makeMessage(1).id)).toEqual(makeMessage(1))
  })

  it('counts settled messages in the highest place', () => {
    store().commit([messageRow(makeMessage(41), false), messageRow(makeMessage(7))])
    reopen()
    expect(store().load().seq).toBe(41)
  })

  it('settles and opens again', () => {
    const rows = (open: boolean): Row[] => [
      messageRow(makeMessage(1), open),
      { table: 'frame', row: makeFrame(1), open },
      { table: 'turn', row: makeTurn(1), open },
    ]
    for (const open of [true, false, true, false]) {
      store().commit(rows(open))
      reopen()
      const { messages, frames, turns } = store().load()
      expect([messages.length, frames.length, turns.length]).toEqual(open ? [1, 1, 1] : [0, 0, 0])
    }
  })
}

function atomicSuite({ store, reopen }: Asked): void {
  it.each([
    ['a place taken by another message', makeMessage(1, { id: 'msg-other' })],
    ['a key of this sender taken by another message', makeMessage(2, { idempotencyKey: 'key' })],
    ['another place for a known message', makeMessage(1, { seq: 8 })],
  ])('keeps nothing of a commit with %s', (_, wrong) => {
    const before = makeMessage(1, { idempotencyKey: 'key' })
    store().commit([{ table: 'agent', row: makeAgent(1) }, messageRow(before)])
    const rows: Row[] = [
      { table: 'agent', row: makeAgent(1, { lastLine: 'changed' }) },
      { table: 'agent', row: makeAgent(2) },
      entryRow(makeEntry(1, { text: 'unseen' })),
      messageRow(wrong),
    ]
    expect(() => store().commit(rows)).toThrow()
    for (const again of [() => undefined, reopen]) {
      again()
      expect(store().load()).toEqual({
        agents: [makeAgent(1)],
        messages: [before],
        frames: [],
        turns: [],
        seq: 1,
      })
      expect(store().entries(agentId(1), null, 10)).toEqual([])
      expect(store().search('unseen', 10)).toEqual([])
    }
  })

  it('goes on after a refused commit', () => {
    store().commit([messageRow(makeMessage(1))])
    expect(() => store().commit([messageRow(makeMessage(1, { id: 'msg-other' }))])).toThrow()
    store().commit([messageRow(makeMessage(2))])
    expect(store().load().messages).toHaveLength(2)
  })

  it('does not call a mistake of its caller a full disk', () => {
    store().commit([messageRow(makeMessage(1))])
    expect(() => store().commit([messageRow(makeMessage(1, { id: 'msg-other' }))])).not.toThrow(
      StoreFullError,
    )
  })

  it('takes an empty commit', () => {
    expect(() => store().commit([])).not.toThrow()
  })
}

function entriesSuite({ store }: Asked): void {
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
}

function keysSuite({ store, reopen }: Asked): void {
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

function searchSuite({ store, reopen }: Asked): void {
  const found = (query: string, limit = 10): number[] =>
    store()
      .search(query, limit)
      .map((entry) => entry.n)
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
    ['bro', []],
  ])('%s', (query, expected) => {
    expect(found(query)).toEqual(expected)
  })

  it('gives whole rows, of all agents, and no more than asked for', () => {
    store().commit([entryRow(makeEntry(1, { agent: agentId(2), text: 'another fox' }))])
    reopen()
    const hits = store().search('fox', 10)
    expect(hits).toHaveLength(2)
    expect(hits).toContainEqual(makeEntry(1, { agent: agentId(2), text: 'another fox' }))
    expect(hits).toContainEqual(makeEntry(1, { text: 'The quick brown fox' }))
    expect(found('fox', 1)).toHaveLength(1)
    expect([found('fox', 0), found('fox', -1)]).toEqual([[], []])
  })

  it('follows a row that changes', () => {
    store().commit([entryRow(makeEntry(1, { text: 'A slow badger' }))])
    expect(found('fox')).toEqual([])
    expect(found('badger')).toEqual([1])
  })

  it.each(
    [
      '',
      ' ',
      '"',
      '""',
      '"""',
      '*',
      'a*',
      '^x',
      'NEAR(',
      'NEAR(a b, 2)',
      'AND',
      'OR OR',
      'NOT',
      'text:',
      '{text}: x',
    ].concat([
      '-x',
      '+',
      '(',
      '))',
      "'",
      '\0',
      'a\0b',
      '\ud800',
      '%',
      '\\',
      ';DROP TABLE entry',
      '\u202e',
      '💥',
      '"a" "b',
      'x'.repeat(1e6),
      'a '.repeat(1e5),
    ]),
  )('does not throw on %.20j', (query) => {
    expect(() => store().search(query, 10)).not.toThrow()
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
      fc.string({ unit: 'binary' }),
      mean.map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(query, (text) => {
        store().search(text, 5)
      }),
      { numRuns: 500 },
    )
  })
}

function forgottenSuite({ store, reopen }: Asked): void {
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
    store().commit([{ table: 'forgotten', agent: gone }])
    reopen()
    const loaded = store().load()
    expect(loaded.agents).toEqual([makeAgent(2)])
    expect(loaded.messages.map((message) => message.seq)).toEqual([3])
    expect(loaded.frames).toEqual([makeFrame(2, { agent: agentId(2) })])
    expect(loaded.turns).toEqual([makeTurn(2, { agent: agentId(2) })])
    expect(store().entries(gone, null, 10)).toEqual([])
    expect(store().message(makeMessage(2).id)).toBeNull()
    expect(store().messageByKey(makeMessage(1).from, 'k')).toBeNull()
    expect(store().search('secret', 10)).toEqual([])
    expect(store().search('plan', 10)).toEqual([makeEntry(1, { agent: agentId(2), text: 'open plan' })])
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

function sizeSuite({ store, reopen }: Asked): void {
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
        .search('word4242', 10)
        .map((entry) => entry.n),
    ).toEqual([4242])
    expect(store().search('common', 50)).toHaveLength(50)
    expect(
      store()
        .entries(agentId(1), 5001, 2)
        .map((entry) => entry.n),
    ).toEqual([4999, 5000])
  })
}
