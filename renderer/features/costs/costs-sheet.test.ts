import { expect, test } from 'vitest'
import type { UsedReport } from '../../../main/contract/budget/budget.ts'
import type { CostDay } from '../../../main/contract/budget/costs.ts'
import { allDays, barOf, dayName } from './costs-sheet.tsx'

const used = (costUsd: number, all: number): UsedReport => ({
  costUsd,
  turns: 1,
  unpriced: 0,
  tokens: { input: all, output: 0, cacheRead: 0, cacheWritten: 0, all },
})
const day = (date: string, costUsd = 1, all = 10): CostDay => ({
  date,
  used: used(costUsd, all),
  agents: [],
  links: [],
  gatherings: [],
  timers: [],
})

test('pages of days are merged; the newest report of a day counts', () => {
  const newer = [day('2026-11-25', 3), day('2026-11-24')]
  const older = [day('2026-11-24', 9), day('2026-11-20')]
  expect(allDays(newer, older)).toEqual([...newer, day('2026-11-20')])
})

test('days are named as one speaks of them', () => {
  const names = ['2026-11-25', '2026-11-24', '2026-11-23', '2025-12-31'].map((date) =>
    dayName(date, '2026-11-25'),
  )
  expect(names).toEqual(['Today', 'Yesterday', 'Mon 23 Nov', '31 Dec 2025'])
  expect(dayName('2026-02-28', '2026-03-01')).toBe('Yesterday')
})

test('a bar shows money, or tokens when nothing is paid', () => {
  const days = [day('2026-11-25', 2, 10), day('2026-11-24', 1, 40)]
  expect(days.map((one) => barOf(one, days, true))).toEqual([1, 0.5])
  expect(days.map((one) => barOf(one, days, false))).toEqual([0.25, 1])
  expect(barOf(day('2026-11-25', 0), [day('2026-11-25', 0)], true)).toBe(0)
})
