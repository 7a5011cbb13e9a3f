import { expect, test } from 'vitest'
import * as contract from '../../../main/contract/requests.ts'
import { excessOf, messageLimit } from './size.ts'

test('the limit is the one of the contract', () => {
  expect(messageLimit).toBe(contract.messageLimit)
})

test('a text is measured in bytes, before it is sent', () => {
  expect(excessOf('x'.repeat(messageLimit))).toBe(null)
  expect(excessOf('x'.repeat(messageLimit + 1))).toContain('1.0 MiB')
  expect(excessOf('é'.repeat(messageLimit / 2))).toBe(null)
  expect(excessOf('€'.repeat(messageLimit / 2))).toContain('1.5 MiB')
})
