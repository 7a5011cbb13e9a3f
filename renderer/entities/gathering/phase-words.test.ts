import { expect, test } from 'vitest'
import { capital, inWords, ordinal, roundsWords, whereIs } from './phase-words.ts'

test('counts are told in words as far as one reads them so', () => {
  expect([1, 6, 12, 13].map(inWords)).toEqual(['one', 'six', 'twelve', '13'])
  expect([1, 2].map(roundsWords)).toEqual(['One round.', 'Two rounds.'])
  expect([1, 2, 3, 4, 11, 12, 13, 21].map(ordinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
  ])
  expect(capital('six voices')).toBe('Six voices')
})

test('where a gathering is', () => {
  expect(whereIs({ structure: [2, 3, 2], phase: 'hold', round: 1 })).toBe('Hold, round 1 of 3')
  expect(whereIs({ structure: [2, 3, 2], phase: 'harvest', round: 1 })).toBe('The harvest is written')
})
