import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Phase, UtteranceId } from './gatherings.ts'
import {
  circleAt,
  openingRows,
  visibleRowsAt,
  sealedAt,
  markSealedAt,
  stepsIn,
  type ReplayRow,
  type ReplaySeat,
} from './replay.ts'

const seat = (number: number): ReplaySeat => {
  return { number, name: `Agent ${number}`, role: '', kind: 'agent', agent: `agt-${number}` }
}
const row = (n: number, changes: Partial<ReplayRow> = {}): ReplayRow => ({
  id: `utt-${n}`,
  n,
  kind: 'said',
  number: 1,
  name: 'Agent 1',
  agent: 'agt-1',
  phase: 'inhale',
  round: 1,
  beat: 0,
  beats: 3,
  text: `words ${n}`,
  at: n * 1000,
  sealed: false,
  holder: 1,
  soFar: { turns: n, costUsd: n / 100 },
  origin: null,
  ...changes,
})
const said = (n: number, number: number, changes: Partial<ReplayRow> = {}): ReplayRow =>
  row(n, { number, name: `Agent ${number}`, agent: `agt-${number}`, holder: number, ...changes })
const marker = (n: number, kind: 'phase' | 'opened' | 'note', changes: Partial<ReplayRow> = {}): ReplayRow =>
  row(n, { kind, number: null, name: 'Janus', agent: null, text: '', holder: null, ...changes })

const rows = [
  marker(1, 'phase'),
  said(2, 1),
  said(3, 2, { kind: 'silent', text: '' }),
  said(4, 3),
  marker(5, 'opened', { text: '2' }),
  marker(6, 'phase', { phase: 'hold' }),
  said(7, 1, { phase: 'hold', beat: 1 }),
  said(8, 2, { phase: 'hold', kind: 'missed', text: 'its time was up' }),
]
const seats = [1, 2, 3].map(seat)
const states = (step: number) => circleAt(seats, rows, step).seats.map(({ state }) => state)

describe('how a circle stood', () => {
  test('the piece lies with who speaks, the others have spoken, or are still to', () => {
    expect(states(2)).toEqual(['speaks', 'then', 'then'])
    expect(states(4)).toEqual(['spoke', 'silent', 'speaks'])
    expect(states(6)).toEqual(['then', 'then', 'then'])
    expect(circleAt(seats, rows, 7)).toMatchObject({ phase: 'hold', round: 1, holder: 1, beat: 1, turns: 7 })
  })

  test('sealed words have no text until the step at which they open, and then all of it', () => {
    expect(visibleRowsAt(rows, 4).map(({ text, sealed }) => [text, sealed])).toEqual([
      ['', false],
      ['', true],
      ['', false],
      ['', true],
    ])
    expect(visibleRowsAt(rows, 5).map(({ text }) => text)).toEqual(['', 'words 2', '', 'words 4', '2'])
    expect(markSealedAt(rows, 4)[1]).toMatchObject({ sealed: true, text: 'words 2' })
  })

  test('what is sealed to this day was so at every step', () => {
    const shut = [marker(1, 'phase'), said(2, 1, { sealed: true, text: '' })]
    expect([...sealedAt(shut, 2)]).toEqual(['utt-2'])
  })

  test('once the host has opened a round, what is said in it is open at once', () => {
    const opened = [marker(1, 'phase'), said(2, 1), marker(3, 'opened', { text: '1' }), said(4, 2)]
    expect([...openingRows(opened)]).toEqual([['utt-2', 3]])
    expect(visibleRowsAt(opened, 4).map(({ sealed }) => sealed)).toEqual([false, false, false, false])
  })

  test('after the close nobody holds the piece', () => {
    expect(circleAt(seats, rows, 8, true).holder).toBeNull()
    expect(circleAt(seats, rows.slice(0, 7), 7, false).holder).toBe(1)
  })

  test('a seat of which only rows know is there once it has spoken', () => {
    const joined = [...rows, said(9, 4, { phase: 'hold' })]
    expect(circleAt(seats, joined, 8).seats).toHaveLength(3)
    expect(circleAt(seats, joined, 9).seats.at(-1)).toMatchObject({ number: 4, state: 'speaks' })
  })

  test('who joined is there from that row on', () => {
    const more = [...seats, { ...seat(4), joined: { n: 6 } }]
    expect(circleAt(more, rows, 5).seats.map(({ number }) => number)).toEqual([1, 2, 3])
    expect(circleAt(more, rows, 6).seats.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    expect([stepsIn(8, true), stepsIn(8, false), stepsIn(0, true)]).toEqual([9, 8, 0])
  })

  test('before the first row nothing has happened', () => {
    expect(circleAt(seats, rows, 0)).toMatchObject({ step: 0, holder: null, phase: 'inhale', turns: 0 })
    expect(circleAt(seats, [], 3).step).toBe(0)
  })
})

const breath = fc
  .array(
    fc.record({
      kind: fc.constantFrom(
        'said',
        'passed',
        'silent',
        'missed',
        'comment',
        'host',
        'note',
        'opened',
        'phase',
      ),
      number: fc.integer({ min: 1, max: 5 }),
      text: fc.constantFrom('', 'some words', '1', '2', '3'),
      phase: fc.constantFrom<Phase>('inhale', 'inhale', 'hold', 'exhale'),
      round: fc.integer({ min: 1, max: 3 }),
      sealed: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((parts) => parts.map((part, at) => said(at + 1, part.number, part as Partial<ReplayRow>)))

describe('whatever the rows are', () => {
  test('stepping back and forth gives the same, and each step changes nothing of the rows', () => {
    fc.assert(
      fc.property(breath, fc.array(fc.nat(45), { maxLength: 8 }), (all, way) => {
        const before = JSON.stringify(all)
        const there = way.map((step) => circleAt(seats, all, step))
        const back = way.toReversed().map((step) => circleAt(seats, all, step))
        expect(back.toReversed()).toEqual(there)
        expect(JSON.stringify(all)).toBe(before)
      }),
    )
  })

  test('a step depends on nothing after it, but for what opened later', () => {
    fc.assert(
      fc.property(breath, fc.nat(45), (all, step) => {
        const { sealed: _one, ...whole } = circleAt(seats, all, step)
        const { sealed: _two, ...cut } = circleAt(seats, all.slice(0, step), step)
        expect(whole).toEqual(cut)
      }),
    )
  })

  test('words show from the step at which they opened, and at no earlier one', () => {
    fc.assert(
      fc.property(breath, (all) => {
        const opened = openingRows(all)
        const shows = (id: UtteranceId, step: number) => !sealedAt(all, step).has(id)
        for (const [id, at] of opened) {
          const said = all.find((one) => one.id === id)
          for (let step = said?.n ?? 0; step < at; step += 1) {
            expect(shows(id, step)).toBe(false)
            expect(visibleRowsAt(all, step).find((one) => one.id === id)?.text).toBe('')
          }
          if (!said?.sealed) expect(shows(id, at)).toBe(true)
        }
      }),
    )
  })
})
