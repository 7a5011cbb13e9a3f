import { afterEach, expect, test, vi } from 'vitest'
import { holdClock, readClock, stepWith } from './clock.ts'

afterEach(() => vi.useRealTimers())

test('the clock steps each second, and stands while it is held', () => {
  vi.useFakeTimers({ now: 10_000 })
  const seen: number[] = []
  const end = stepWith(() => seen.push(readClock()))
  vi.advanceTimersByTime(2_000)
  holdClock(true)
  vi.advanceTimersByTime(5_000)
  expect(seen).toEqual([11_000, 12_000])
  holdClock(false)
  expect(seen.at(-1)).toBe(17_000)
  vi.advanceTimersByTime(1_000)
  expect(seen.at(-1)).toBe(18_000)
  end()
  expect(vi.getTimerCount()).toBe(0)
})
