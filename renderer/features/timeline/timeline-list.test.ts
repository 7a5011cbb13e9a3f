import { expect, test } from 'vitest'
import { timelineRow } from '../../testing/rows.ts'
import { itemsByDay, placeOfRow, visibleIn } from './timeline-list.tsx'

const row = (n: number, at: number) => timelineRow(n, { at })
const noon = new Date(2026, 10, 20, 12).getTime()
const day = 86_400_000

test('each day has a heading above its first row', () => {
  const items = itemsByDay([row(1, noon), row(2, noon + 1), row(5, noon + day)])
  expect(items.map((item) => (item.kind === 'row' ? item.row.n : 'day'))).toEqual(['day', 1, 2, 'day', 5])
  expect([1, 5, 3].map((n) => placeOfRow(items, n))).toEqual([1, 4, -1])
})

test('of twenty thousand rows those in view are drawn, and some around them', () => {
  expect(visibleIn({ top: 0, size: 440 }, 20_000, 44)).toEqual({ from: 0, to: 34 })
  expect(visibleIn({ top: 440_000, size: 440 }, 20_000, 44)).toEqual({ from: 9_976, to: 10_034 })
  expect(visibleIn({ top: 879_560, size: 440 }, 20_000, 44)).toEqual({ from: 19_966, to: 20_000 })
  expect(visibleIn({ top: 900, size: 440 }, 3, 44)).toEqual({ from: 0, to: 3 })
})
