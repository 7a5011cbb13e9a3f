import { expect, test } from 'vitest'
import { noRaise, nothingUsed } from '../../contract/budget/budget.ts'
import { emptyState } from '../step/state.ts'
import { update } from '../update.ts'
import { dayAt } from './day.ts'

const hour = 3_600_000

test('every day has its date, over leap years and centuries', () => {
  for (let at = Date.UTC(1999, 11, 25); at < Date.UTC(2101, 2, 3); at += 24 * hour)
    expect(dayAt(at + 5, 0)).toEqual({ date: new Date(at).toISOString().slice(0, 10), until: at + 24 * hour })
})

test('a day begins and ends where the user is', () => {
  const at = Date.UTC(2026, 10, 24, 23, 30)
  expect(dayAt(at, hour)).toEqual({ date: '2026-11-25', until: Date.UTC(2026, 10, 25, 23) })
  expect(dayAt(at, -8 * hour)).toEqual({ date: '2026-11-24', until: Date.UTC(2026, 10, 25, 8) })
})

test('a day that a wrong clock began far ahead goes on as today, with what was used on it', () => {
  const [now, wrong] = [Date.UTC(2026, 10, 25, 12), Date.UTC(2036, 10, 25, 12)]
  const sums = {
    used: nothingUsed,
    raised: noRaise,
    tabs: {},
    links: {},
    gatherings: {},
    timers: {},
    total: nothingUsed,
  }
  const dayAfter = (began: number) => {
    const day = { ...dayAt(began, 0), ...sums, used: { ...nothingUsed, costUsd: 3 } }
    const { state } = update({ ...emptyState, day }, { type: 'clock.ticked' }, { now, seed: '0'.repeat(32) })
    return [state.day?.date, state.day?.used.costUsd]
  }
  expect(dayAfter(wrong)).toEqual(['2026-11-25', 3])
  // Tomorrow may have begun where the user was before.
  expect(dayAfter(now + 24 * hour)).toEqual(['2026-11-26', 3])
})
