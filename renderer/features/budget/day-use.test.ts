import { expect, test } from 'vitest'
import { noTokens, type DayPart } from '../../../main/contract/budget/budget.ts'
import { byUse } from './day-use.tsx'

const part = (name: string, costUsd: number, input: number, cacheRead: number): DayPart => ({
  name,
  costUsd,
  turns: 1,
  unpriced: 0,
  tokens: { ...noTokens, input, cacheRead },
})

test('parts of a day are sorted by the amount shown', () => {
  const parts = { a: part('A', 1, 10, 90), b: part('B', 3, 20, 10), c: part('C', 2, 1, 500) }
  const names = (isPaid: boolean) => byUse(parts, isPaid).map(([, { name }]) => name)
  expect(names(true)).toEqual(['B', 'C', 'A'])
  expect(names(false)).toEqual(['C', 'A', 'B'])
})
