import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchSpanWords, timeWords } from './time-words.ts'

const year = 365 * 24 * 60 * 60 * 1000
const times = fc.oneof(
  fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2210, 0, 1) }),
  fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) }),
  fc.constantFrom(Date.UTC(2025, 0, 1), Date.UTC(2026, 1, 1), Date.UTC(2026, 1, 28), -8.64e15, 8.64e15),
)
const isIn = (at: number, words: readonly string[]) =>
  timeWords(at)
    .split(' ')
    .some((word) => words.includes(word))

test('every time in a span has one of its keywords, and none a day outside of it', () => {
  fc.assert(
    fc.property(times, fc.nat(3 * year), fc.nat(2 * year), (after, length, more) => {
      const before = Math.min(after + length, 8.64e15)
      const words = searchSpanWords(after, before) ?? []
      if (before > after) expect(isIn(after, words)).toBe(true)
      if (before > after) expect(isIn(before - 1, words)).toBe(true)
      const isNamed = after > Date.UTC(2000, 0, 2) && before < Date.UTC(2199, 11, 30)
      if (isNamed) expect(isIn(before + 24 * 60 * 60 * 1000 + more, words)).toBe(false)
      if (isNamed) expect(isIn(after - 24 * 60 * 60 * 1000 - more, words)).toBe(false)
    }),
  )
})

test('a long span has few keywords, and open ends include all earlier or later times', () => {
  const words = searchSpanWords(Date.UTC(2024, 10, 29, 12), Date.UTC(2026, 1, 3, 12))
  expect(words).toEqual([
    'day20241129',
    'day20241130',
    'month202412',
    'year2025',
    'month202601',
    'day20260201',
    'day20260202',
    'day20260203',
  ])
  expect(isIn(-8.64e15, searchSpanWords(null, 5) ?? [])).toBe(true)
  expect(isIn(8.64e15, searchSpanWords(5, null) ?? [])).toBe(true)
  expect(isIn(Date.UTC(2100, 5, 1), searchSpanWords(Date.UTC(2026, 0, 5), null) ?? [])).toBe(true)
  expect(searchSpanWords(null, null)).toBeNull()
})
