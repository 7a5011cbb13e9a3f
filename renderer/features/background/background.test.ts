import { expect, test } from 'vitest'
import { lastLineOf } from './background.tsx'

test('the last line of a task is the last one with text, after carriage returns', () => {
  expect(lastLineOf('one\ntwo\n\n')).toBe('two')
  expect(lastLineOf('10 %\r20 %\r30 %')).toBe('30 %')
  expect(lastLineOf('\u001b[32mpassed\u001b[0m\n  \n')).toBe('passed')
  expect(lastLineOf('')).toBe('')
})
