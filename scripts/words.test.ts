import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('every word that the window explains stands in the list of all words', () => {
  const list = textOf('docs/words.md').toLowerCase()
  const explained = ['renderer/shell/keys/glossary.ts', 'renderer/entities/link/link-words.ts'].flatMap(
    (path) => Array.from(textOf(path).matchAll(/\bword: '([^']+)'/g), ([, word = '']) => word),
  )
  const words = explained.flatMap((word) => word.toLowerCase().split(', '))
  expect(words.length).toBeGreaterThan(25)
  expect(words.filter((word) => !list.includes(word))).toEqual([])
})
