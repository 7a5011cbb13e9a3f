import { expect, test } from 'vitest'
import { modelChoices, modelWords } from './pickers.tsx'

const offered = [
  { value: 'default', name: 'Default (recommended)', about: 'Opus 5' },
  { value: 'sonnet', name: 'Sonnet', about: 'Everyday' },
]

test("the CLI's own choice comes first, under one name", () => {
  expect(modelChoices(null, offered).map((choice) => [choice.value, choice.about])).toEqual([
    ['', 'Opus 5'],
    ['sonnet', 'Everyday'],
  ])
  expect(modelWords(null, offered)).toBe('Default model')
})

test('before any CLI has told, the common names are offered', () => {
  expect(modelChoices(null, []).map((choice) => choice.value)).toEqual(['', 'opus', 'sonnet', 'haiku'])
  expect(modelWords('opus', [])).toBe('Opus')
})

test('what is chosen is in the list, whoever offers it', () => {
  expect(modelChoices('own-model-1', offered).at(-1)?.value).toBe('own-model-1')
  expect(modelWords('own-model-1', offered)).toBe('own-model-1')
})
