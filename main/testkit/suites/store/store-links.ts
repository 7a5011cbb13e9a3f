import type { Crossing, Link } from '../../../contract/links/links.ts'
import { beforeEach, expect, it } from 'vitest'
import type { AgentId } from '../../../contract/api/model.ts'
import type { LinkQuery, Row } from '../../../ports/ports.ts'
import {
  agentId,
  entryRow,
  makeAgent,
  makeCrossing,
  makeEntry,
  makeHeartbeat,
  makeLink,
  makeMessage,
  makeTurn,
  messageRow,
} from '../../factories/factories.ts'
import { pagesAfter, pagesBefore, type StoreInHand } from './store-reading.ts'

const closed: Link['closed'] = { by: { kind: 'system' }, name: 'Janus', at: 9, why: 'below two' }
const linkRow = (row: Link, open = row.closed === null): Row => ({ table: 'link', row, open })
const crossingRow = (row: Crossing): Row => ({ table: 'crossing', row })
const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id)
const sent = (...to: number[]): Crossing['sent'] =>
  to.map((n) => ({ to: agentId(n), toName: `Agent ${n}`, message: makeMessage(n).id, carriage: 'absorb' }))

export function linksSuite({ store, reopen }: StoreInHand): void {
  const members = (...of: number[]): AgentId[] => of.map(agentId)
  const numbers = (of: Partial<LinkQuery>, offset = 0, limit = 10): number[] =>
    ids(store().links({ state: 'all', member: null, ...of }, offset, limit)).map((id) => Number(id.slice(-1)))
  beforeEach(() => {
    store().commit([
      linkRow(makeLink(4, { members: members(2, 3) })),
      linkRow(makeLink(1)),
      linkRow(makeLink(3, { members: members(3, 1, 2) })),
      linkRow(makeLink(2, { members: members(1, 3) })),
    ])
    store().commit([
      linkRow(makeLink(1, { closed }), true),
      linkRow(makeLink(2, { members: members(1, 3), closed })),
    ])
  })

  it('loads those that count, in order of opening, also closed ones', () => {
    reopen()
    expect(store().load().links).toEqual([
      makeLink(4, { members: members(2, 3) }),
      makeLink(1, { closed }),
      makeLink(3, { members: members(3, 1, 2) }),
    ])
    expect(store().link(makeLink(2).id)).toEqual(makeLink(2, { members: members(1, 3), closed }))
  })

  it('lists them newest first: all, open, closed, those of one agent', () => {
    for (const again of [() => undefined, reopen]) {
      again()
      expect(numbers({})).toEqual([2, 3, 1, 4])
      expect(numbers({ state: 'open' })).toEqual([3, 4])
      expect(numbers({ state: 'closed' })).toEqual([2, 1])
      expect(numbers({ member: agentId(1) })).toEqual([2, 3, 1])
      expect(numbers({ member: agentId(1), state: 'open' })).toEqual([3])
      expect(numbers({ member: agentId(3), state: 'closed' })).toEqual([2])
      expect(numbers({ member: agentId(4) })).toEqual([])
    }
  })

  pagesAfter([2, 3, 1, 4], (offset, limit) => numbers({}, offset, limit))

  it('pages those of one agent too', () => {
    expect([numbers({ member: agentId(3) }, 0, 2), numbers({ member: agentId(3) }, 2, 2)]).toEqual([
      [2, 3],
      [4],
    ])
  })

  it('knows a member that has left no more', () => {
    store().commit([linkRow(makeLink(3, { members: members(3, 2) }))])
    reopen()
    expect(numbers({ member: agentId(1) })).toEqual([2, 1])
    expect(numbers({ member: agentId(2), state: 'open' })).toEqual([3, 4])
  })

  it('refuses one with a member twice', () => {
    expect(() => store().commit([linkRow(makeLink(5, { members: members(1, 2, 1) }))])).toThrow()
    expect(store().link(makeLink(5).id)).toBeNull()
  })

  it('stay when an agent is deleted: others took part', () => {
    store().commit([
      { table: 'agent', row: makeAgent(1) },
      crossingRow(makeCrossing(1)),
      { table: 'forgotten', agent: agentId(1) },
    ])
    reopen()
    expect(store().link(makeLink(3).id)).toEqual(makeLink(3, { members: members(3, 1, 2) }))
    expect(ids(store().crossings(makeLink(1).id, null, 10))).toEqual([makeCrossing(1).id])
  })
}

export function crossingsSuite({ store, reopen }: StoreInHand): void {
  const [one, other] = [makeLink(1).id, makeLink(2).id]
  const places = (before: number | null, limit: number): number[] =>
    store()
      .crossings(one, before, limit)
      .map(({ place }) => place)
  beforeEach(() => {
    for (const n of [1, 2, 3, 4, 5, 6, 7]) {
      store().commit([crossingRow(makeCrossing(n, { link: n % 2 === 1 ? one : other }))])
    }
  })

  it('gives the newest page, oldest first, with the place of each among all', () => {
    reopen()
    expect(store().crossings(one, null, 2)).toEqual([
      { ...makeCrossing(5), place: 5 },
      { ...makeCrossing(7), place: 7 },
    ])
    expect(
      store()
        .crossings(other, null, 9)
        .map(({ place }) => place),
    ).toEqual([2, 4, 6])
  })

  pagesBefore([1, 3, 5, 7], places)

  it('keeps silences too, and the newest version of each in its place', () => {
    const silent = makeCrossing(8, { kind: 'silent', text: '', sent: [] })
    store().commit([crossingRow(silent), crossingRow(makeCrossing(5, { costUsd: 3 }))])
    reopen()
    expect(store().crossings(one, 4, 9)).toHaveLength(2)
    expect(store().crossings(one, null, 3)).toEqual([
      { ...makeCrossing(5, { costUsd: 3 }), place: 5 },
      { ...makeCrossing(7), place: 7 },
      { ...silent, place: 8 },
    ])
  })

  it('knows whether anything of a turn has crossed', () => {
    const { turn } = makeCrossing(3)
    for (const again of [() => undefined, reopen]) {
      again()
      expect([store().hasCrossed(turn), store().crossingOf(one, turn)]).toEqual([true, makeCrossing(3)])
      expect([store().hasCrossed(makeTurn(9).id), store().crossingOf(other, turn)]).toEqual([false, null])
    }
  })

  it('takes a text of 1 MiB', () => {
    const text = 'abc😀 '.repeat(1024 * 128)
    store().commit([crossingRow(makeCrossing(9, { text }))])
    reopen()
    expect(store().crossings(one, null, 1)[0]?.text).toBe(text)
  })
}

/** A turn's text reaches each receiver once, whatever the links. */
export function fenceSuite({ store, reopen }: StoreInHand): void {
  const first = makeCrossing(1, { sent: sent(2, 3) })
  const { turn } = first
  beforeEach(() => store().commit([linkRow(makeLink(1)), crossingRow(first)]))

  it.each<[string, Partial<Crossing>]>([
    ['over another link', { turn, link: makeLink(2).id, sent: sent(3) }],
    ['to one of several', { turn, link: makeLink(2).id, sent: sent(4, 2) }],
    ['over the same link', { turn, sent: [] }],
  ])('refuses a turn that crosses again %s, and keeps nothing of its commit', (_, changes) => {
    const wrong = makeCrossing(2, changes)
    const rows: Row[] = [
      messageRow(makeMessage(1)),
      { table: 'turn', row: makeTurn(1), open: false },
      entryRow(makeEntry(1)),
      { table: 'heartbeat', row: makeHeartbeat(1), open: true },
      linkRow(makeLink(1, { budgetUsed: 1 })),
      crossingRow(wrong),
    ]
    expect(() => store().commit(rows)).toThrow()
    for (const again of [() => undefined, reopen]) {
      again()
      const loaded = store().load()
      expect([loaded.messages, loaded.heartbeats, loaded.links]).toEqual([[], [], [makeLink(1)]])
      expect(store().entries(agentId(1), null, 9)).toEqual([])
      expect(store().turnNumber(turn)).toBeNull()
      expect(store().crossings(first.link, null, 9)).toEqual([{ ...first, place: 1 }])
      expect(store().crossings(makeLink(2).id, null, 9)).toEqual([])
    }
  })

  it('refuses two in one commit', () => {
    const rows = [2, 3].map((n) =>
      crossingRow(makeCrossing(n, { turn: makeTurn(9).id, link: makeLink(n).id })),
    )
    expect(() => store().commit(rows)).toThrow()
    expect(store().crossings(makeLink(2).id, null, 9)).toEqual([])
  })

  it('lets the same one be written again: nobody may have known whether it was kept', () => {
    store().commit([crossingRow(first)])
    reopen()
    store().commit([crossingRow(first)])
    expect(store().crossings(first.link, null, 9)).toEqual([{ ...first, place: 1 }])
  })

  it('lets a turn cross over several links to several receivers, and the next turn to all again', () => {
    store().commit([
      crossingRow(makeCrossing(2, { turn, link: makeLink(2).id, sent: sent(4) })),
      crossingRow(makeCrossing(3, { turn, link: makeLink(3).id, sent: [] })),
      crossingRow(makeCrossing(4, { sent: sent(2, 3, 4) })),
    ])
    expect(ids(store().crossings(first.link, null, 9))).toEqual([first.id, makeCrossing(4).id])
  })

  it('holds after a restart, and after the receiver was deleted', () => {
    store().commit([{ table: 'forgotten', agent: agentId(2) }])
    reopen()
    const again = makeCrossing(2, { turn, link: makeLink(2).id, sent: sent(2) })
    expect(() => store().commit([crossingRow(again)])).toThrow(turn)
  })
}

/** Unfinished timers are loaded; a deleted agent's are gone. */
export function heartbeatsSuite({ store, reopen }: StoreInHand): void {
  it('loads those that have not ended, in order of setting, each as it is now', () => {
    const all = [3, 1, 2].map((n) => makeHeartbeat(n))
    store().commit(all.map((row): Row => ({ table: 'heartbeat', row, open: true })))
    const late = makeHeartbeat(3, { state: 'resting', reason: { kind: 'rests' }, fired: 2, dueAt: 7 })
    store().commit([
      { table: 'heartbeat', row: late, open: true },
      { table: 'heartbeat', row: makeHeartbeat(1, { state: 'fired' }), open: false },
    ])
    reopen()
    expect(store().load().heartbeats).toEqual([late, makeHeartbeat(2)])
  })

  it('forgets those of an agent that is deleted, and no others', () => {
    const other = makeHeartbeat(2, { agent: agentId(2), about: agentId(1) })
    store().commit([
      { table: 'heartbeat', row: makeHeartbeat(1), open: true },
      { table: 'heartbeat', row: other, open: true },
      { table: 'forgotten', agent: agentId(1) },
    ])
    reopen()
    expect(store().load().heartbeats).toEqual([other])
  })
}
