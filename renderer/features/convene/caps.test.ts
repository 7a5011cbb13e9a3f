import { expect, test } from 'vitest'
import { givenWords } from './fork-part.tsx'
import { capProblem, capsIn, capWarning } from './numbers.ts'

const told = (likely: readonly [number, number], cost: readonly [number, number] | null) => ({
  modelTurns: { likely, most: 99 },
  cost: cost && { likely: cost },
})

test('several caps may be typed, each once', () => {
  expect(capsIn('$2 or 5 turns or 200k tokens')).toEqual([
    { kind: 'cost', usd: 2 },
    { kind: 'turns', turns: 5 },
    { kind: 'tokens', tokens: 200_000 },
  ])
  expect(capsIn('5 turns or 6 turns')).toBeNull()
  expect(capProblem('5 turns or nothing')).not.toBe('')
})

test('a cap that is reached before the end is warned of', () => {
  expect(capWarning('5 turns', told([13, 19], null))).toBe(
    'It stops and asks you at 5 model turns, and likely takes 13 or more.',
  )
  expect(capWarning('13 turns', told([13, 19], null))).toBe('')
  expect(capWarning('$0.50', told([13, 19], [1.2, 2]))).toBe(
    'It stops and asks you at $0.50, and likely costs $1.20 or more.',
  )
  expect(capWarning('$0.50', told([13, 19], null))).toBe('')
  expect(capWarning('', null)).toBe('')
})

test('a fork from where nothing was said says that', () => {
  const given = (count: number) =>
    givenWords({ begins: 'there', canGoOn: true, given: count, sealed: 0 }, 'there')
  expect(given(0)).toBe('Nothing had been said until then.')
  expect(given(1)).toBe('All are given the one utterance said until then.')
})
