import { expect, test } from 'vitest'
import { lineOf } from './ballot-form.tsx'

test('a ranking becomes the line that agents write', () => {
  expect(lineOf([2, 1, 2])).toBe('VOTE: 2 > 1 = 3')
  expect(lineOf([0, 5, 1])).toBe('VOTE: 3 > 2')
  expect(lineOf([0, 0])).toBe('')
})
