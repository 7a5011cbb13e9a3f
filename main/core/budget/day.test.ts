import { expect, test } from 'vitest'
import { dayAt } from './day.ts'

const hour = 3_600_000

test('every day has its date, over leap years and centuries', () => {
  for (let at = Date.UTC(1999, 11, 25); at < Date.UTC(2101, 2, 3); at += 24 * hour)
    expect(dayAt(at + 5, 0)).toEqual({ date: new Date(at).toISOString().slice(0, 10), until: at + 24 * hour })
})

test('a day begins and ends where the person is', () => {
  const at = Date.UTC(2026, 10, 24, 23, 30)
  expect(dayAt(at, hour)).toEqual({ date: '2026-11-25', until: Date.UTC(2026, 10, 25, 23) })
  expect(dayAt(at, -8 * hour)).toEqual({ date: '2026-11-24', until: Date.UTC(2026, 10, 25, 8) })
})
