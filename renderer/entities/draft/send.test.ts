import { expect, test } from 'vitest'
import { heldWords } from './send.ts'

test('that main could not be reached is over when it is heard again', () => {
  const unreached = { words: 'Not reached.', unreachedAt: 1 }
  expect([heldWords(unreached, 1), heldWords(unreached, 2)]).toEqual(['Not reached.', ''])
  expect(heldWords({ words: 'Too long.', unreachedAt: null }, 9)).toBe('Too long.')
  expect(heldWords(null, 1)).toBe('')
})
