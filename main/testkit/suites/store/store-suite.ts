import { nothingUsed } from '../../../contract/budget/budget.ts'
import { daysSuite } from './store-days.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { Row, Store } from '../../../ports/ports.ts'
import { sizeSuite } from './store-size.ts'
import { handlersSuite } from './store-handlers.ts'
import { crossingsSuite, fenceSuite, heartbeatsSuite, linksSuite } from './store-links.ts'
import { atomicSuite } from './store-atomic.ts'
import { timelineSuite } from './store-timeline.ts'
import { circleSearchSuite, gatheringsSuite, utterancesSuite } from './store-gatherings.ts'
import { threadsSuite, ticketsSuite, turnNumberSuite, writtenSuite } from './store-mail.ts'
import {
  attachedSuite,
  draftsSuite,
  entriesSuite,
  forgottenSuite,
  keysSuite,
  type StoreInHand,
} from './store-reading.ts'
import { searchSuite } from './store-search.ts'
import {
  agentId,
  entryRow,
  makeAgent,
  nothingLoaded,
  makeCrossing,
  makeEntry,
  makeFrame,
  makeHeartbeat,
  makeLink,
  makeMessage,
  makeTurn,
  messageRow,
} from '../../factories/factories.ts'

/** Opens the store: empty at first, later with all that was committed. The previous one is closed. */
interface StoreBench {
  open(): Store
  dispose(): void
}

/** What every store, SQLite or in memory, must do. */
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
    describe('the user’s own words', () => writtenSuite(ask))
    describe('numbers of turns', () => turnNumberSuite(ask))
    describe('links', () => linksSuite(ask))
    describe('crossings', () => crossingsSuite(ask))
    describe('one turn, one receiver, one crossing', () => fenceSuite(ask))
    describe('heartbeats', () => heartbeatsSuite(ask))
    describe('handlers', () => handlersSuite(ask))
    describe('gatherings', () => gatheringsSuite(ask))
    describe('what happened in a gathering', () => utterancesSuite(ask))
    describe('the timeline', () => timelineSuite(ask))
    describe('days', () => daysSuite(ask))
    describe('search', () => searchSuite(ask))
    describe('search in gatherings', () => circleSearchSuite(ask))
    describe('drafts', () => draftsSuite(ask))
    describe('attachments', () => attachedSuite(ask))
    describe('deleting for ever', () => forgottenSuite(ask))
    describe('size', () => sizeSuite(ask))
  })
}

function rowsSuite({ store, reopen }: StoreInHand): void {
  it('begins empty', () => {
    expect(store().load()).toEqual(nothingLoaded)
  })

  it('gives back every kind of row as it was written', () => {
    const agent = makeAgent(1, {
      formerNames: [{ name: 'Alt', key: 'alt', skeleton: 'ait', until: 99 }],
      process: { pid: 7, startedAt: '1234' },
      deaths: [1, 2],
      used: { ...nothingUsed, costUsd: 0.1 + 0.2 },
    })
    const message = makeMessage(1, {
      metadata: { a: 'ü', 'b"': '' },
      idempotencyKey: 'k',
      causes: ['msg-x'],
      thread: 'msg-x',
      replyTo: 'msg-x',
      isReply: true,
      expectsReply: true,
      reminded: true,
      state: 'held',
      hold: 'consent',
      now: true,
      card: { at: 7, later: true },
      ahead: 'hand',
      reply: { message: 'msg-y', text: 'ja', at: 8, implicit: true, metadata: { c: '' } },
    })
    const broke = { why: 'error', detail: 'ü', retryAt: 9 } as const
    const frame = makeFrame(1, {
      messages: [message.id],
      phase: 'unfinished',
      kind: 'resume',
      how: 'interject',
      broke,
      tries: 2,
    })
    const promptedBy = { by: 'heartbeat', id: 'hb-x', intent: 'check', note: '' } as const
    const turn = makeTurn(1, { frame: frame.id, causes: [message.id], trigger: 'wait', promptedBy })
    const link = makeLink(1, {
      mode: 'converse',
      mutedMembers: [agentId(2)],
      budgetUsed: 3,
      stoppedByLoop: true,
      used: { ...nothingUsed, costUsd: 0.1 + 0.2 },
      asks: [{ by: agentId(1), of: agentId(2) }],
    })
    const heartbeat = makeHeartbeat(1, { state: 'paused', left: 7, about: agentId(2), note: 'zurück\n' })
    const crossing = makeCrossing(1, { text: 'ü\0', costUsd: 0.1 + 0.2 })
    const heard = { incarnation: '00000001ab12cd34', n: 3 }
    const machine = {
      id: 'attic',
      as: '00000002ab12cd34',
      told: 2,
      taken: 1,
      heard,
      agents: [],
      version: '0.1.0',
      setBackAt: 7,
    }
    const outgoing = (n: number) => ({
      id: `attic ${String(n)}`,
      machine: 'attic',
      n,
      kind: 'mail',
      body: { a: 'ü' },
    })
    const entry = makeEntry(1, { message: message.id, author: { kind: 'user', via: 'api' } })
    store().commit([
      { table: 'agent', row: agent },
      messageRow(message),
      { table: 'frame', row: frame, open: true },
      { table: 'turn', row: turn, open: true },
      { table: 'link', row: link, open: true },
      { table: 'crossing', row: crossing },
      { table: 'heartbeat', row: heartbeat, open: true },
      ...[1, 2].map((n) => ({ table: 'outgoing', row: outgoing(n), open: true }) as const),
      { table: 'outgoing', row: outgoing(1), open: false },
      { table: 'machine', row: machine },
      entryRow(entry),
    ])
    reopen()
    expect(store().load()).toEqual({
      agents: [agent],
      messages: [message],
      frames: [frame],
      turns: [turn],
      links: [link],
      heartbeats: [heartbeat],
      handlers: [],
      gatherings: [],
      tasks: [],
      machines: [machine],
      outgoing: [outgoing(2)],
      day: null,
      seq: 1,
    })
    expect(store().message(message.id)).toEqual(message)
    expect(store().entries(entry.agent, null, 10)).toEqual([entry])
    expect(store().link(link.id)).toEqual(link)
    expect(store().crossings(link.id, null, 10)).toEqual([{ ...crossing, place: 1 }])
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
    const message = makeMessage(1, { body: text, fromName: text, reason: { kind: 'policy', receiver: text } })
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
    expect([store().tickets('user', null, 10), store().tickets(agentId(9), null, 10)]).toEqual([[], []])
    expect(store().turnNumber('trn-none')).toBeNull()
    expect(store().link('lnk-none')).toBeNull()
    expect(store().links({ state: 'all', member: null }, 0, 10)).toEqual([])
    expect(store().links({ state: 'all', member: agentId(9) }, 0, 10)).toEqual([])
    expect(store().crossings('lnk-none', null, 10)).toEqual([])
    expect(store().gathering('gat-none')).toBeNull()
    expect(store().gatheringByKey({ kind: 'user', via: 'window' }, 'none')).toBeNull()
    expect(store().gatherings({ state: 'all', member: null }, 0, 10)).toEqual([])
    expect(store().gatherings({ state: 'listed', member: agentId(9) }, 0, 10)).toEqual([])
    expect(store().utterances('gat-none', null, 10)).toEqual([])
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
      { table: 'link', row: makeLink(1), open: false },
      { table: 'heartbeat', row: makeHeartbeat(1), open: false },
    ])
    reopen()
    const loaded = store().load()
    expect(loaded.agents.map((agent) => agent.id)).toEqual([agentId(1), agentId(2)])
    expect(loaded.messages.map((message) => message.seq)).toEqual([2, 3])
    expect([loaded.frames, loaded.turns, loaded.links, loaded.heartbeats]).toEqual([[], [], [], []])
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
      { table: 'link', row: makeLink(1), open },
      { table: 'heartbeat', row: makeHeartbeat(1), open },
    ]
    for (const open of [true, false, true, false]) {
      store().commit(rows(open))
      reopen()
      const { messages, frames, turns, links, heartbeats } = store().load()
      const lengths = [messages, frames, turns, links, heartbeats].map(({ length }) => length)
      expect(lengths).toEqual(Array(5).fill(open ? 1 : 0))
    }
  })
}
