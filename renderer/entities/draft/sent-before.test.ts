import { expect, test } from 'vitest'
import type { Entry } from '../../../main/contract/api/model.ts'
import { sentTexts, steppedTo } from './sent-before.ts'

const row = (kind: Entry['kind'], text: string) => ({ kind, text }) as Entry

test('what the user wrote, the newest first, each once', () => {
  const entries = [row('user', 'One'), row('text', 'Yes.'), row('user', 'Two'), row('user', 'One')]
  expect(sentTexts(entries)).toEqual(['One', 'Two'])
})

test('from an empty field back and forth, and nowhere from words of one’s own', () => {
  const sent = ['Two', 'One']
  expect(steppedTo(sent, '', 'older')).toBe('Two')
  expect(steppedTo(sent, 'Two', 'older')).toBe('One')
  expect(steppedTo(sent, 'One', 'older')).toBeNull()
  expect(steppedTo(sent, 'One', 'newer')).toBe('Two')
  expect(steppedTo(sent, 'Two', 'newer')).toBe('')
  expect(steppedTo(sent, '', 'newer')).toBeNull()
  expect(steppedTo(sent, 'Something new', 'older')).toBeNull()
})
