import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apartMs, oneByOne } from './one-by-one.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what comes together is told one after another, and the first at once', () => {
  const told: string[] = []
  const say = oneByOne((words) => told.push(words))
  for (const words of ['Builder asks permission', 'Critic failed', 'Scout finished']) say(words)
  expect(told).toEqual(['Builder asks permission'])
  vi.advanceTimersByTime(apartMs)
  expect(told).toEqual(['Builder asks permission', 'Critic failed'])
  vi.advanceTimersByTime(apartMs)
  expect(told.at(-1)).toBe('Scout finished')
  vi.advanceTimersByTime(apartMs)
  say('Scout is answering')
  expect(told).toHaveLength(4)
})
