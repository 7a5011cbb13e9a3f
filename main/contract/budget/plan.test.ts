import { expect, test } from 'vitest'
import { currentLimits, planLimit, planName, planWords, urgentLimits, type PlanLimit } from './plan.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 10, 25, 11)
const limit = (changes: Partial<PlanLimit> = {}): PlanLimit => ({
  minutes: 300,
  of: '',
  used: 0.92,
  resetsAt: now + 3.5 * hour,
  state: 'near',
  ...changes,
})

test('a limit is told with how much is used and when it begins again, by the clock where one is', () => {
  expect(planWords(limit(), now, 0)).toBe('5-hour limit 92 % used, resets at 14:30')
  expect(planWords(limit(), now, hour, true)).toBe('5-hour limit 92 %, until 15:30')
  const week = limit({ minutes: 10_080, of: 'Opus', state: 'over', resetsAt: now + 50 * hour })
  expect(planWords(week, now, 0)).toBe('weekly limit of Opus used up, resets on Friday at 13:00')
  expect(planWords(limit({ used: null, resetsAt: null }), now, 0)).toBe('5-hour limit near')
  const late = limit({ resetsAt: now + 20 * 24 * hour })
  expect(planWords(late, now, 0)).toBe('5-hour limit 92 % used, resets on 2026-12-15')
})

test('spans have their names', () => {
  const names = [null, 45, 300, 1440, 2880, 10_080].map((minutes) => planName({ minutes, of: '' }))
  expect(names).toEqual([
    'plan limit',
    '45-minute limit',
    '5-hour limit',
    'daily limit',
    '2-day limit',
    'weekly limit',
  ])
})

test('one whose time is over counts no more; only what is near or used up presses', () => {
  const over = limit({ resetsAt: now })
  const under = limit({ minutes: 10_080, state: 'under' })
  expect(currentLimits([limit(), over, under], now)).toEqual([limit(), under])
  expect(urgentLimits([limit(), over, under], now)).toEqual([limit()])
})

test('where a program does not say how it stands, its part does', () => {
  const told = (used: unknown) => planLimit({ minutes: 300, used, resetsAt: null, state: null })
  expect([0.5, 0.8, 1, 1.2, 'x'].map((used) => told(used).state)).toEqual([
    'under',
    'near',
    'over',
    'over',
    'under',
  ])
  expect(told('x').used).toBeNull()
})
