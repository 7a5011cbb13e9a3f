import { expect, test } from 'vitest'
import { readSearch, readWhen, withFilter } from './search-filters.ts'

test.each([
  ['fares', 'fares', {}],
  ['fares from:Scout in:"Agent 2"  late', 'fares late', { from: 'Scout', in: 'Agent 2' }],
  ['FROM:user after:7d', '', { from: 'user', after: '7d' }],
  ['from:Ann from:Bob x', 'x', { from: 'Bob' }],
  ['from: x', 'from: x', {}],
  ['in:"Agent 2', '', { in: 'Agent 2' }],
  ['mailfrom:x "from:here to"', 'mailfrom:x "from:here to"', {}],
])('reads %s', (typed, words, filters) => {
  expect(readSearch(typed)).toEqual({ words, filters })
})

test('by hand the same words are written', () => {
  expect(withFilter('fares', 'from', 'Agent 2')).toBe('fares from:"Agent 2" ')
  expect(withFilter('fares from:Ann late', 'from', 'Bob')).toBe('fares late from:Bob ')
  expect(withFilter('from:Ann fares', 'from', null)).toBe('fares')
  expect(readSearch(withFilter('a in:"B c" d', 'in', null))).toEqual({ words: 'a d', filters: {} })
})

test('reads times: spans back, days where they begin here, ISO 8601', () => {
  const now = new Date(2026, 10, 25, 14, 30).getTime()
  expect(readWhen('2h', now)).toBe(now - 7_200_000)
  expect(readWhen('2w', now)).toBe(now - 14 * 86_400_000)
  expect(readWhen('today', now)).toBe(new Date(2026, 10, 25).getTime())
  expect(readWhen('yesterday', now)).toBe(new Date(2026, 10, 24).getTime())
  expect(readWhen('2026-11-01', now)).toBe(new Date(2026, 10, 1).getTime())
  expect(readWhen('2026-11-01T08:00:00Z', now)).toBe(Date.UTC(2026, 10, 1, 8))
  expect(['soon', '2026-13-01', '2026-02-31', '5', ''].map((typed) => readWhen(typed, now))).toEqual(
    Array(5).fill(null),
  )
})
