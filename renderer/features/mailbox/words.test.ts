import { expect, test } from 'vitest'
import { briefReason } from './words.ts'

test('a brief reason says first what makes the difference', () => {
  expect(briefReason('waits while you are writing (later: the card was not answered)')).toBe(
    'later: not answered · while you are writing',
  )
  expect(briefReason('waits for the end of the turn (later, by your word)')).toBe(
    'later · for the end of the turn',
  )
  expect(briefReason('waits for the end of the turn')).toBe('waits for the end of the turn')
})
