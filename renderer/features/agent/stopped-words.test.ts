import { expect, test } from 'vitest'
import { stoppedWords } from './stopped-words.ts'

test('why an agent rests is one sentence with its name', () => {
  expect(stoppedWords('stopped by you')).toBe(' was stopped by you.')
  expect(stoppedWords('')).toBe(' is stopped.')
  expect(stoppedWords('the disk is full.')).toBe(' is stopped: the disk is full.')
})
