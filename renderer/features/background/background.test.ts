import { expect, test } from 'vitest'
import { lastLineOf } from './background.tsx'

test('the last words of a task are its last line that says something, as it stands there', () => {
  expect(lastLineOf('one\ntwo\n\n')).toBe('two')
  expect(lastLineOf('10 %\r20 %\r30 %')).toBe('30 %')
  expect(lastLineOf('\u001b[32mpassed\u001b[0m\n  \n')).toBe('passed')
  expect(lastLineOf('')).toBe('')
})
