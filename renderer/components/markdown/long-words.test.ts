import { expect, test } from 'vitest'
import { wordParts } from './long-words.tsx'

test('a word of 30,000 letters shows 1,000 of them, and says how many follow', () => {
  const word = 'ب'.repeat(30_000)
  expect(wordParts(`see ${word} there`)).toEqual([
    { text: `see ${'ب'.repeat(1_000)}` },
    { left: 29_000 },
    { text: ' there' },
  ])
})

test('a cut takes no character and no letter with its marks apart', () => {
  for (const letter of ['🙂', 'e\u0301', 'a\u{1d165}']) {
    const [first, left] = wordParts(letter.repeat(5_000))
    const shown = first !== undefined && 'text' in first ? first.text : ''
    expect(shown.length % letter.length).toBe(0)
    expect(left).toEqual({ left: 5_000 * letter.length - shown.length })
  }
})

test('long texts of ordinary words, and those of scripts without spaces, stay whole', () => {
  for (const text of [
    'some words '.repeat(5_000),
    '这是一句话。'.repeat(2_000),
    'ひらがなカタカナ、한국어'.repeat(900),
  ])
    expect(wordParts(text)).toEqual([{ text }])
})
