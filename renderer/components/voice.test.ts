import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apartMs, oneByOne, movedWords } from './voice.ts'

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

test('a row that was moved says its place', () => {
  expect(movedWords('b', ['a', 'b', 'c'], ['b', 'a', 'c'])).toBe('Number 1 of 3')
  expect(movedWords('a', ['a', 'b', 'c'], ['b', 'c', 'a'])).toBe('Number 3 of 3')
})

test('one that others leave, come before or pass by says nothing of them', () => {
  expect(movedWords('b', ['a', 'b'], ['b'])).toBeNull()
  expect(movedWords('b', ['b'], ['a', 'b'])).toBeNull()
  expect(movedWords('c', ['a', 'b'], ['a', 'b', 'c'])).toBeNull()
  expect(movedWords('c', ['a', 'b', 'c'], ['b', 'a', 'c'])).toBeNull()
})
