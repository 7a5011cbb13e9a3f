import { expect, test } from 'vitest'
import { messageLimit } from '../../../main/contract/api/limits.ts'
import { excessOf } from './send.ts'

test('a text is measured in bytes, before it is sent', () => {
  expect(excessOf('x'.repeat(messageLimit))).toBe(null)
  expect(excessOf('x'.repeat(messageLimit + 1))).toContain('1.0 MiB')
  expect(excessOf('é'.repeat(messageLimit / 2))).toBe(null)
  expect(excessOf('€'.repeat(messageLimit / 2))).toContain('1.5 MiB')
})
