import { expect, test } from 'vitest'
import { figuresOf, percentile, table } from './figures.ts'

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

test('a table is Markdown', () => {
  expect(table(['a', 'b'], [['x', 1]])).toBe('| a | b |\n| :-- | --: |\n| x | 1 |')
})
