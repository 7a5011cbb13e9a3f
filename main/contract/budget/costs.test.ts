import { expect, test } from 'vitest'
import { timerCostName, uncountedWords } from './costs.ts'

test('what caps cannot count is said by name; of money nothing where none is spent', () => {
  const some = { money: ['Cox', 'Gem'], all: ['Goose'] }
  expect(uncountedWords(some, true)).toEqual([
    'A limit in dollars cannot count Cox and Gem: they report tokens, no price.',
    'No limit can count Goose: it reports no usage.',
  ])
  expect(uncountedWords(some, false)).toEqual(['No limit can count Goose: it reports no usage.'])
  expect(uncountedWords({ money: [], all: [] }, true)).toEqual([])
})

test('a timer is named by its agent, what it is for, and its note', () => {
  expect(timerCostName({ agent: 'Ann', intent: 'check', name: 'Look.' })).toBe('Ann, check: Look.')
  expect(timerCostName({ agent: 'Ann', intent: 'anchor', name: '' })).toBe('Ann, task reminder')
})
