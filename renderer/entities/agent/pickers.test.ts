import { expect, test } from 'vitest'
import { modelChoices, modelWords } from './pickers.tsx'

const offered = [
  { value: '', name: 'Default model', about: 'Opus 5' },
  { value: 'sonnet', name: 'Sonnet', about: 'Everyday' },
]

test("the CLI's own choice has a name", () => {
  expect(modelWords(null, offered)).toBe('Default model')
  expect(modelWords('sonnet', offered)).toBe('Sonnet')
  expect(modelChoices(null, offered)).toEqual(offered)
})

test('what is chosen is in the list, whoever offers it', () => {
  expect(modelChoices('own-model-1', offered).at(-1)?.value).toBe('own-model-1')
  expect(modelWords('own-model-1', offered)).toBe('own-model-1')
})
