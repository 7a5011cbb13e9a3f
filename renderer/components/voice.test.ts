import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apartMs, createAnnouncementQueue, describeMove } from './voice.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what comes together is told one after another, and the first at once', () => {
  const told: string[] = []
  const say = createAnnouncementQueue((words) => told.push(words))
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

test('a row that was moved says its place', () => {
  expect(describeMove('b', ['a', 'b', 'c'], ['b', 'a', 'c'])).toBe('Number 1 of 3')
  expect(describeMove('a', ['a', 'b', 'c'], ['b', 'c', 'a'])).toBe('Number 3 of 3')
})

test('one that others leave, come before or pass by says nothing of them', () => {
  expect(describeMove('b', ['a', 'b'], ['b'])).toBeNull()
  expect(describeMove('b', ['b'], ['a', 'b'])).toBeNull()
  expect(describeMove('c', ['a', 'b'], ['a', 'b', 'c'])).toBeNull()
  expect(describeMove('c', ['a', 'b', 'c'], ['b', 'a', 'c'])).toBeNull()
})
