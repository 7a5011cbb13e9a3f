import { expect, test } from 'vitest'
import { stoppedWords } from './stopped-words.ts'

test('why an agent rests is one sentence with its name', () => {
  expect(stoppedWords({ kind: 'stopped' })).toBe(' was stopped by you.')
  expect(stoppedWords(null)).toBe(' is stopped.')
  expect(stoppedWords({ kind: 'unstartable', detail: 'the disk is full.' })).toBe(
    ' is stopped: the disk is full.',
  )
})
