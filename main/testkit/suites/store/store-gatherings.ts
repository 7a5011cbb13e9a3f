import type { Passage } from '../../../contract/api/model.ts'
import { beforeEach, expect, it } from 'vitest'
import type { Gathering } from '../../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../../contract/gatherings/utterances.ts'
import type { GatheringQuery, Row } from '../../../ports/ports.ts'
import { agentId, makeAgent, makeGathering, makeSeat, makeUtterance } from '../../factories/factories.ts'
import { pagesAfter, pagesBefore, type StoreInHand } from './store-reading.ts'

const gatheringRow = (row: Gathering, open = row.stage !== 'closed'): Row => ({
  table: 'gathering',
  row,
  open,
})
const utteranceRow = (row: Utterance): Row => ({ table: 'utterance', row })
const byAgent = (n: number): Gathering['convened'] => ({
  by: { kind: 'agent', id: agentId(n) },
  name: `Agent ${n}`,
  at: 1,
})
const closed = {
  stage: 'closed',
  closed: { by: { kind: 'system' }, name: 'Janus', at: 9, kind: 'spoken' },
} as const

/** Gatherings by state, member and key. */
export function gatheringsSuite({ store, reopen }: StoreInHand): void {
  const numbers = (of: Partial<GatheringQuery>, offset = 0, limit = 10): number[] =>
    store()
      .gatherings({ state: 'all', member: null, ...of }, offset, limit)
      .map(({ id }) => Number(id.slice(-1)))
  const user = makeSeat(2, { kind: 'user', agent: null, name: 'User' })
  const all = [
    makeGathering(4, { seats: [makeSeat(3), makeSeat(4)] }),
    makeGathering(1, { idempotencyKey: 'key' }),
    makeGathering(3, { seats: [makeSeat(1), user], convened: byAgent(5), stage: 'proposed' }),
    makeGathering(2, { seats: [makeSeat(2)], harvester: makeSeat(0, { agent: agentId(1) }) }),
  ]
  const [fourth, first, third, second] = all as [Gathering, Gathering, Gathering, Gathering]
  beforeEach(() => {
    store().commit(all.map((row) => gatheringRow(row)))
    store().commit([
      gatheringRow({ ...first, ...closed }, true),
      gatheringRow({ ...second, ...closed, archived: true }),
    ])
  })

  it('loads those that count, in order of convening, also closed ones without their file', () => {
    reopen()
    expect(store().load().gatherings).toEqual([fourth, { ...first, ...closed }, third])
    expect(store().gathering(second.id)).toEqual({ ...second, ...closed, archived: true })
  })

  it('lists them newest first: all, open, closed, those not put away', () => {
    for (const again of [() => undefined, reopen]) {
      again()
      expect(numbers({})).toEqual([2, 3, 1, 4])
      expect(numbers({ state: 'open' })).toEqual([3, 4])
      expect(numbers({ state: 'closed' })).toEqual([2, 1])
      expect(numbers({ state: 'listed' })).toEqual([3, 1, 4])
    }
  })

  it('lists those in which an agent sits, harvests, or that it proposed', () => {
    reopen()
    expect(numbers({ member: agentId(1) })).toEqual([2, 3, 1])
    expect(numbers({ member: agentId(1), state: 'listed' })).toEqual([3, 1])
    expect(numbers({ member: agentId(1), state: 'closed' })).toEqual([2, 1])
    expect(numbers({ member: agentId(5), state: 'open' })).toEqual([3])
    expect(numbers({ member: agentId(9) })).toEqual([3, 1, 4])
    expect(numbers({ member: agentId(6) })).toEqual([])
  })

  it('knows a tab that was made for a seat from then on', () => {
    store().commit([gatheringRow({ ...third, seats: [makeSeat(1), makeSeat(7)] })])
    reopen()
    expect(numbers({ member: agentId(7) })).toEqual([3])
  })

  pagesAfter([2, 3, 1, 4], (offset, limit) => numbers({}, offset, limit))

  it('pages those of one agent too', () => {
    const of = { member: agentId(1) }
    expect([numbers(of, 0, 2), numbers(of, 2, 2)]).toEqual([[2, 3], [1]])
  })

  it('finds what somebody convened with a key, over or not; the user is one', () => {
    const agents = makeGathering(5, { convened: byAgent(5), idempotencyKey: 'key' })
    store().commit([gatheringRow(agents)])
    reopen()
    expect(store().gatheringByKey({ kind: 'user', via: 'api' }, 'key')?.id).toBe(first.id)
    expect(store().gatheringByKey({ kind: 'agent', id: agentId(5) }, 'key')).toEqual(agents)
    expect(store().gatheringByKey({ kind: 'agent', id: agentId(1) }, 'key')).toBeNull()
    expect(store().gatheringByKey({ kind: 'user', via: 'api' }, 'other')).toBeNull()
  })

  it('refuses a key that was used, and keeps nothing of that commit', () => {
    const again = makeGathering(6, { idempotencyKey: 'key' })
    expect(() => store().commit([utteranceRow(makeUtterance(1)), gatheringRow(again)])).toThrow()
    expect([store().gathering(again.id), store().utterances(first.id, null, 9)]).toEqual([null, []])
    const two = [7, 8].map((n) => gatheringRow(makeGathering(n, { idempotencyKey: 'new' })))
    expect(() => store().commit(two)).toThrow()
  })

  it('keeps every word of one', () => {
    const whole = makeGathering(9, {
      topic: 'ü “x”',
      question: 'a\n\0b',
      passages: [{ ...passage, text: '💥 \u202e' }],
      sealedUtterances: [makeUtterance(1, { sealed: true, text: 'under seal' })],
      costUsd: 0.1 + 0.2,
      user: { away: true, hand: true, note: 'later', holds: false },
      harvest: { text: '## Decided', at: 5, cards: [{ ...card, text: 'x'.repeat(70_000) }] },
    })
    store().commit([gatheringRow(whole)])
    reopen()
    expect(store().gathering(whole.id)).toEqual(whole)
    expect(store().load().gatherings.at(-1)).toEqual(whole)
  })
}

/** Full-text search in statements and harvests. */
export function circleSearchSuite({ store, reopen }: StoreInHand): void {
  const found = (query: string, limit = 10): string[] =>
    store()
      .searchCircles(query, limit)
      .map(({ utterance, gathering, text }) => `${utterance ?? gathering}: ${text}`)
      .sort()
  const said = makeUtterance(1, { text: 'The ferry waits for nobody' })
  const sealed = makeUtterance(2, { text: 'The ferry waits for me', sealed: true })
  const missed = makeUtterance(3, { text: 'The ferry did not come', kind: 'missed' })
  const harvest = { text: '## Decided\n- The ferry sails. [utt-1]', at: 7, cards: [] }
  const harvested = makeGathering(1, { ...closed, harvest })

  beforeEach(() => {
    store().commit([...[said, sealed, missed].map(utteranceRow), gatheringRow(makeGathering(1))])
  })

  it('finds what was said to all, by its words, and whose they are', () => {
    expect(found('ferry')).toEqual([`${said.id}: ${said.text}`])
    expect(store().searchCircles('FERRY nobody', 10)).toEqual([
      { gathering: said.gathering, utterance: said.id, speaker: said.name, at: said.at, text: said.text },
    ])
    expect(found('ferry', 0)).toEqual([])
    expect(found('ferries')).toEqual([])
  })

  it('finds words under seal once they are open, and a harvest once it is written; after a restart too', () => {
    store().commit([utteranceRow({ ...sealed, sealed: false }), gatheringRow(harvested)])
    store().commit([gatheringRow({ ...harvested, archived: true })])
    for (const again of [() => undefined, reopen]) {
      again()
      expect(found('ferry')).toEqual(
        [
          `${said.id}: ${said.text}`,
          `${sealed.id}: ${sealed.text}`,
          `${harvested.id}: ${harvest.text}`,
        ].sort(),
      )
      expect(found('sails')).toEqual([`${harvested.id}: ${harvest.text}`])
    }
  })

  it('never throws on odd queries', () => {
    for (const query of ['', '"', 'NEAR(', '*', 'a\0b', '\ud800', 'x'.repeat(100_000)])
      expect(() => store().searchCircles(query, 5)).not.toThrow()
  })
}

const passage: Passage = {
  from: 'tab',
  agent: agentId(3),
  agentName: 'Agent 3',
  author: { kind: 'user', via: 'window' },
  authorName: 'Mo',
  n: 4,
  at: 5,
  day: '2026-11-22',
  text: '',
}
const card = { id: 'hcd-x', kind: 'doc', path: 'notes/a.md', state: 'proposed', at: 5 } as const

export function utterancesSuite({ store, reopen }: StoreInHand): void {
  const [one, other] = [makeGathering(1).id, makeGathering(2).id]
  const places = (before: number | null, limit: number): number[] =>
    store()
      .utterances(one, before, limit)
      .map(({ n }) => n)
  beforeEach(() => {
    const rows = [3, 1, 2, 5, 4].map((n) => utteranceRow(makeUtterance(n)))
    store().commit([...rows, utteranceRow(makeUtterance(1, { gathering: other }))])
  })

  it('gives the newest page, oldest first, of this gathering alone', () => {
    reopen()
    expect(store().utterances(one, null, 2)).toEqual([makeUtterance(4), makeUtterance(5)])
    expect(store().utterances(other, null, 9)).toEqual([makeUtterance(1, { gathering: other })])
  })

  pagesBefore([1, 2, 3, 4, 5], places)

  it('keeps a row in its place when it is written again, as when it is opened', () => {
    const sent = [{ number: 2, to: agentId(2), message: 'msg-x' as const }]
    const opened = makeUtterance(2, { sealed: false, text: 'ü\0 💥', sent })
    store().commit([utteranceRow(makeUtterance(2, { sealed: true })), utteranceRow(opened)])
    reopen()
    expect(store().utterances(one, 3, 1)).toEqual([opened])
  })

  it.each<[string, Utterance]>([
    ['the place of another row', makeUtterance(2, { id: 'utt-other' })],
    ['another place for a row', makeUtterance(9, { id: makeUtterance(2).id })],
    ['another gathering for a row', makeUtterance(2, { id: makeUtterance(2).id, gathering: other })],
  ])('refuses %s, and keeps nothing of that commit', (_, wrong) => {
    const rows = [gatheringRow(makeGathering(1)), utteranceRow(makeUtterance(6)), utteranceRow(wrong)]
    expect(() => store().commit(rows)).toThrow()
    for (const again of [() => undefined, reopen]) {
      again()
      expect([places(null, 9), store().load().gatherings]).toEqual([[1, 2, 3, 4, 5], []])
      expect(store().utterances(one, 3, 1)).toEqual([makeUtterance(2)])
    }
  })

  it('stay when an agent is deleted for ever: others took part', () => {
    store().commit([
      { table: 'agent', row: makeAgent(1) },
      gatheringRow(makeGathering(1)),
      { table: 'forgotten', agent: agentId(1) },
    ])
    reopen()
    expect([places(null, 9), store().gathering(one)]).toEqual([[1, 2, 3, 4, 5], makeGathering(1)])
    expect(store().gatherings({ state: 'open', member: agentId(1) }, 0, 9)).toEqual([makeGathering(1)])
  })
}
