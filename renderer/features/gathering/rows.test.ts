import { expect, test } from 'vitest'
import { firstSealed, partsOver, scrollRows } from './rows.ts'
import { utterance } from '../../testing/gathering.ts'

const items = [
  utterance(1, { kind: 'phase', phase: 'inhale', number: null }),
  utterance(2, { phase: 'inhale' }),
  utterance(3, { phase: 'inhale', number: 2, kind: 'silent' }),
  utterance(4, { phase: 'inhale', kind: 'opened', number: null }),
  utterance(5, { kind: 'phase', phase: 'hold', number: null }),
  utterance(6, { phase: 'hold' }),
]

test('a banner counts what was spoken under it', () => {
  const rows = scrollRows(items, new Set())
  expect(rows).toHaveLength(6)
  expect(rows[0]).toMatchObject({ kind: 'phase', isOver: true, spoken: 2, voices: 2, isCollapsed: false })
  expect(rows[4]).toMatchObject({ kind: 'phase', isOver: false, spoken: 1 })
})

test('under a collapsed banner nothing shows', () => {
  expect(partsOver(items)).toEqual(new Set(['inhale 1']))
  expect(scrollRows(items, partsOver(items)).map(({ row }) => row.n)).toEqual([1, 5, 6])
})

test('rows whose banner is not read yet always show', () => {
  expect(scrollRows(items.slice(2), new Set(['inhale 1'] as const)).map(({ row }) => row.n)).toEqual([
    3, 4, 5, 6,
  ])
})

test('of each round the first sealed words are marked, whatever stands between them', () => {
  const sealed = { phase: 'inhale', sealed: true } as const
  const round = [
    utterance(1, sealed),
    utterance(2, { phase: 'inhale', kind: 'missed' }),
    utterance(3, sealed),
    utterance(4, { ...sealed, round: 2 }),
  ]
  expect(firstSealed(round)).toEqual(new Set(['utt-1', 'utt-4']))
})

test('a hold that objections open once more has a banner of its own', () => {
  const again = [
    ...items,
    utterance(7, { kind: 'phase', phase: 'decision', number: null }),
    utterance(8, { phase: 'decision' }),
    utterance(9, { kind: 'phase', phase: 'hold', round: 2, number: null }),
    utterance(10, { phase: 'hold', round: 2 }),
  ]
  expect(partsOver(again)).toEqual(new Set(['inhale 1', 'hold 1', 'decision 1']))
  expect(scrollRows(again, partsOver(again)).map(({ row }) => row.n)).toEqual([1, 5, 7, 9, 10])
})
