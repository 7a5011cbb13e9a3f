import { describe, expect, test } from 'vitest'
import { phaseNames } from '../../entities/gathering/gathering-words.ts'
import { linkModes, linkModeWords } from '../../entities/link/link-words.ts'
import { intentWords } from '../../entities/timer/timer-words.ts'
import { glossary } from './glossary.ts'

const explained = glossary.flatMap(({ words }) => words.map(({ word }) => word))

describe('half a page of words', () => {
  test.each(glossary.flatMap(({ words }) => words))('$word is one line, once', ({ word, means }) => {
    expect(means.length).toBeLessThan(150)
    expect(means).toMatch(/^[A-Z].*[^.]$/)
    expect(explained.filter((one) => one === word)).toHaveLength(1)
  })

  test('has every mode, timer and phase that the window names in one word', () => {
    const named = [
      ...linkModes.map((mode) => linkModeWords[mode].word),
      ...Object.values(intentWords),
      ...Object.values(phaseNames),
    ]
    expect(named.filter((word) => !explained.includes(word))).toEqual([])
  })
})
