import { expect, test } from 'vitest'
import { sentTo, sentWords } from './sent-line.tsx'

test('receiver and text come from the call, else from its message', () => {
  const known = { toName: 'scout', preview: 'Look here.' }
  expect(sentTo({ target: 'Ann', message: 'Hello.' }, null, null)).toEqual({
    target: 'Ann',
    message: 'Hello.',
  })
  expect(sentTo({}, known, null)).toEqual({ target: 'scout', message: 'Look here.' })
  expect(sentTo({ message_id: 'msg-1', message: 'Yes.' }, null, 'Bea')).toEqual({
    target: 'Bea',
    message: 'Yes.',
  })
  expect(sentTo({}, null, null)).toEqual({ target: '', message: '' })
})

test.each([
  [{}, { isReply: true, failed: false }, 'Answered'],
  [{ expect_reply: true }, { isReply: false, failed: false }, 'Asked'],
  [{}, { isReply: false, failed: true }, 'Could not write to'],
] as const)('%j %j is “%s”', (input, how, words) => {
  expect(sentWords(input, how)).toBe(words)
})
