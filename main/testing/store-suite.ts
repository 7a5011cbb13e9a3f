import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { StoreFullError } from '../ports.ts'
import type { Row, Store } from '../ports.ts'
import { threadsSuite, ticketsSuite, turnNumberSuite } from './store-mail.ts'
import { draftsSuite, entriesSuite, forgottenSuite, keysSuite, searchSuite } from './store-reading.ts'
import type { StoreInHand } from './store-reading.ts'
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
    const ask: StoreInHand = { store: () => store, reopen }
    describe('rows', () => rowsSuite(ask))
    describe('open and settled', () => openSuite(ask))
    describe('all or nothing', () => atomicSuite(ask))
    describe('transcripts', () => entriesSuite(ask))
    describe('keys', () => keysSuite(ask))
    describe('conversations', () => threadsSuite(ask))
    describe('tickets', () => ticketsSuite(ask))
    describe('numbers of turns', () => turnNumberSuite(ask))
    describe('search', () => searchSuite(ask))
    describe('drafts', () => draftsSuite(ask))
    describe('deleting for ever', () => forgottenSuite(ask))
    describe('size', () => sizeSuite(ask))
  })
}

function rowsSuite({ store, reopen }: StoreInHand): void {
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
    const message = makeMessage(1, {
      ...{ metadata: { a: 'ü', 'b"': '' }, idempotencyKey: 'k', causes: ['msg-x'] },
      ...{ thread: 'msg-x', replyTo: 'msg-x', isReply: true, expectsReply: true, reminded: true },
      ...{ state: 'held', hold: 'consent', now: true, card: { at: 7, later: true }, ahead: 'hand' },
      reply: { message: 'msg-y', text: 'ja', at: 8, implicit: true, metadata: { c: '' } },
    })
    const broke = { why: 'error', detail: 'ü', retryAt: 9 } as const
    const frame = makeFrame(1, {
      ...{ messages: [message.id], phase: 'unfinished', kind: 'resume', how: 'interject', broke, tries: 2 },
    })
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
    const units = fc.array(fc.nat(0xffff)).map((codes) => String.fromCharCode(...codes))
    fc.assert(
      fc.property(units, fc.nat({ max: 50 }), (text, n) => {
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
    expect(store().thread('msg-none', 0, 10)).toEqual([])
    expect([store().tickets('human', null, 10), store().tickets(agentId(9), null, 10)]).toEqual([[], []])
    expect(store().turnNumber('trn-none')).toBeNull()
    expect(store().entries(agentId(9), null, 10)).toEqual([])
  })
}

function openSuite({ store, reopen }: StoreInHand): void {
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

function atomicSuite({ store, reopen }: StoreInHand): void {
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
      expect(store().search('unseen', 10, 0)).toEqual([])
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

function sizeSuite({ store, reopen }: StoreInHand): void {
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
        .search('"word4242"', 10, 0)
        .map(({ entry }) => entry.n),
    ).toEqual([4242])
    expect(store().search('common', 50, 0)).toHaveLength(50)
    expect(
      store()
        .entries(agentId(1), 5001, 2)
        .map((entry) => entry.n),
    ).toEqual([4999, 5000])
  })
}
