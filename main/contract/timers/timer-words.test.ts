import { describe, expect, test } from 'vitest'
import { anchorPriceWords } from './timer-words.ts'

const rests = 'Pauses after two in a row without a message.'

describe('what an anchor comes to', () => {
  test('by what a turn used lately, each time and in an hour', () => {
    expect(anchorPriceWords({ costUsd: 0.03, tokens: 1200 }, 300, true)).toBe(
      `Each reminder starts a turn: about $0.03, 1.2k tokens. At most 12 times an hour: $0.36, 14.4k tokens. ${rests}`,
    )
  })

  test('in a day, where it comes less than once an hour', () => {
    expect(anchorPriceWords({ costUsd: 0.5, tokens: 100 }, 2 * 3600, true)).toContain(
      'At most 12 times a day: $6.00, 1.2k tokens.',
    )
    expect(anchorPriceWords({ costUsd: 0.5, tokens: 100 }, 3 * 86_400, true)).toContain('At most once a day')
  })

  test.each([
    ['a rehearsal', { costUsd: 0.03, tokens: 100 }, false],
    ['a program that tells no price', { costUsd: null, tokens: 100 }, true],
  ])('in tokens alone in %s', (_, turn, isPaid) => {
    expect(anchorPriceWords(turn, 3600, isPaid)).toBe(
      `Each reminder starts a turn: about 100 tokens. At most once an hour: 100 tokens. ${rests}`,
    )
  })

  test('where nothing was measured it says so', () => {
    expect(anchorPriceWords(null, 270, true)).toBe(
      `Each reminder starts a turn. At most 13 times an hour. ${rests}`,
    )
  })
})
