import { expect, test } from 'vitest'
import { highlight, knownShades } from './highlight.ts'
import { languageOf } from './languages.ts'

async function shadesIn(word: string, code: string) {
  const language = languageOf(word)
  if (!language) throw new Error(`${word} is no language`)
  return highlight(code, language)
}

test('code comes back whole, in its kinds', async () => {
  const code = 'const a: Foo = "b" // c\nf(12)'
  const shades = await shadesIn('ts', code)
  expect(shades.map((shade) => shade.text).join('')).toBe(code)
  const kindOf = (text: string) => shades.find((shade) => shade.text === text)?.kind
  expect([kindOf('const'), kindOf('"b"'), kindOf('// c'), kindOf('12')]).toEqual([
    'word',
    'string',
    'note',
    'number',
  ])
})

test('what was coloured once is known', async () => {
  const language = languageOf('PY')
  if (!language) throw new Error('no Python')
  expect(knownShades('x = 1', language)).toBe(null)
  const shades = await highlight('x = 1', language)
  expect(knownShades('x = 1', language)).toBe(shades)
})

test('every language has a grammar that can be read', async () => {
  const words =
    'sh c cpp cs css dart diff docker ex go gql hs html ini java js json kt lua mk md pl php ps1 py'
  const more = 'r rb rs scala scss sql swift ts yaml toml xml tsx'
  for (const word of `${words} ${more}`.split(' ')) {
    const shades = await shadesIn(word, 'a <b> "c" 1')
    expect(shades.map((shade) => shade.text).join('')).toBe('a <b> "c" 1')
  }
  expect(languageOf('constructor')).toBe(null)
  expect(languageOf('')).toBe(null)
})
