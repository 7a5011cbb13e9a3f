import { expect, test } from 'vitest'
import { figuresOf, percentile, raceOf, table } from './figures.ts'

test('percentiles by nearest rank', () => {
  expect(percentile([3, 1, 2], 0.5)).toBe(2)
  expect(
    percentile(
      Array.from({ length: 40 }, (_, index) => index + 1),
      0.95,
    ),
  ).toBe(38)
  expect(percentile([7], 0.95)).toBe(7)
  expect(() => percentile([], 0.5)).toThrow('there are no samples')
})

test('rows are compared with one of them', () => {
  const rows = [
    { name: 'own', samples: [10, 20, 30] },
    { name: 'ours', samples: [5, 15, 45] },
  ]
  expect(figuresOf(rows, 'own')[1]).toEqual({
    name: 'ours',
    pairs: 3,
    p50: 15,
    p95: 45,
    ratio50: 0.75,
    ratio95: 1.5,
  })
})

test('two sides race, rank by rank; the other may be missing', () => {
  const race = raceOf('3 peers', [1, 2, 3], [900, 1000, 1800])
  expect(race.own).toEqual({ p50: 2, p95: 3, p99: 3 })
  expect(race.other).toEqual({ count: 3, p50: 1000, p95: 1800, p99: 1800 })
  expect(race.faster).toEqual({ p50: 500, p95: 600, p99: 600 })
  expect(raceOf('alone', [0.014], [])).toEqual({
    ...{ name: 'alone', count: 1, other: null, faster: null },
    own: { p50: 0.01, p95: 0.01, p99: 0.01 },
  })
  expect(raceOf('rounded last', [0.014], [1.4]).faster?.p50).toBe(100)
})

test('a table is Markdown', () => {
  expect(table(['a', 'b'], [['x', 1]])).toBe('| a | b |\n| :-- | --: |\n| x | 1 |')
})
