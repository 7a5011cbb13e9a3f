import { expect, test } from 'vitest'
import { markedParts, marksIn, termsOf } from '../../../main/contract/history/found-words.ts'
import { plainParts } from './plain-parts.ts'

const found = (text: string, words: string) => markedParts(text, marksIn(text, termsOf(words)))

test('what was found shows without the marks of Markdown, and stays marked', () => {
  const parts = found('## The **fares**\n- see `fares.js` [utt-0123456789]', 'fares')
  expect(plainParts({ kind: 'text', parts }, 'fares')).toEqual(found('The fares see fares.js', 'fares'))
})

test('a match that only stands in the marks, and what a tool wrote, stay as written', () => {
  const parts = found('[here](https://ferry.example)', 'ferry')
  expect(plainParts({ kind: 'text', parts }, 'ferry')).toBe(parts)
  expect(plainParts({ kind: 'result', parts }, 'ferry')).toBe(parts)
})
