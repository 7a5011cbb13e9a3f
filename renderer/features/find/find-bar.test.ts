import { expect, test } from 'vitest'
import { firstFrom, stepTo } from './find-bar.tsx'

const rows = [3, 10, 20]

test('steps forward and back, cyclically', () => {
  expect([3, 10, 20].map((n) => stepTo(rows, n, 1))).toEqual([10, 20, 3])
  expect([3, 10, 20].map((n) => stepTo(rows, n, -1))).toEqual([20, 3, 10])
  expect([stepTo(rows, 12, 1), stepTo(rows, 12, -1), stepTo(rows, null, 1)]).toEqual([20, 10, 20])
  expect([stepTo([], 3, 1), stepTo([], null, -1), stepTo([7], 7, 1)]).toEqual([null, null, 7])
})

test('begins at the visible top, else at the last match', () => {
  expect([0, 3, 4, 21].map((top) => firstFrom(rows, top))).toEqual([3, 3, 10, 20])
  expect(firstFrom([], 1)).toBeNull()
})
