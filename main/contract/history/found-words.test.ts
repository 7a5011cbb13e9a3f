import { expect, test } from 'vitest'
import { markedParts, marksIn, partsAround, termsOf } from './found-words.ts'

const marked = (text: string, query: string) =>
  markedParts(text, marksIn(text, termsOf(query)))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['The quick brown foxes', 'QUICK fox', 'The [quick] brown [foxes]'],
  ['Der Ärger', 'arger', 'Der [Ärger]'],
  ['a-b main-loop.ts:4', 'main-loop.ts', 'a-b [main-loop.ts]:4'],
  ['brown quick, quick brown', '"quick brown"', 'brown quick, [quick brown]'],
  ['bro brown', '"bro"', '[bro] brown'],
  ['be best', 'be', '[be] best'],
  ['한국어 日本語', '한국', '[한국어] 日本語'],
  ['e\u0301te\u0301', 'ete', '[e\u0301te\u0301]'],
  ['nothing', '!!!', 'nothing'],
])('%s, looked through for %s', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected)
})

test('around what was found stand the words where most of it is together', () => {
  const text = `${'heron far. '.repeat(60)}the heron by the water${' and on'.repeat(80)}`
  const parts = partsAround(text, termsOf('heron water'))
  const shown = parts.map((part) => part.text).join('')
  expect(shown).toContain('heron by the water')
  expect([shown.startsWith('…'), shown.endsWith('…'), shown.length < 400]).toEqual([true, true, true])
  expect(
    partsAround('short heron', termsOf('heron'))
      .map((part) => part.text)
      .join(''),
  ).toBe('short heron')
})
