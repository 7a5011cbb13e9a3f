import { expect, test } from 'vitest'
import { messageLimit } from '../../../main/contract/api/limits.ts'
import { excessOf, heldWords } from './send.ts'

test('that main could not be reached is over when it is heard again', () => {
  const unreached = { words: 'Not reached.', unreachedAt: 1 }
  expect([heldWords(unreached, 1), heldWords(unreached, 2)]).toEqual(['Not reached.', ''])
  expect(heldWords({ words: 'Too long.', unreachedAt: null }, 9)).toBe('Too long.')
  expect(heldWords(null, 1)).toBe('')
})

test('a text is measured in bytes, before it is sent', () => {
  expect(excessOf('x'.repeat(messageLimit))).toBe(null)
  expect(excessOf('x'.repeat(messageLimit + 1))).toContain('1.0 MiB')
  expect(excessOf('é'.repeat(messageLimit / 2))).toBe(null)
  expect(excessOf('€'.repeat(messageLimit / 2))).toContain('1.5 MiB')
})
