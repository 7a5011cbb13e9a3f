import { expect, test } from 'vitest'
import { contextOf, contextState, contextWords, ofContextWords } from './context.ts'

test('how full a context is, in words; a little is not nothing', () => {
  expect(contextWords({ used: 24_000, size: 200_000 })).toBe('12 % full (24k of 200k tokens)')
  expect(ofContextWords({ used: 900, size: 200_000 })).toBe('<1 % of the context')
  expect(ofContextWords({ used: 0, size: 200_000 })).toBe('0 % of the context')
  expect(ofContextWords({ used: 300_000, size: 200_000 })).toBe('100 % of the context')
})

test('it stands near from 80 %, full from 95 %', () => {
  const at = (used: number) => contextState({ used, size: 100 })
  expect([79, 80, 94, 95, 100].map(at)).toEqual(['room', 'near', 'near', 'full', 'full'])
})

test('numbers that a context cannot have are none', () => {
  expect(contextOf(10, 100)).toEqual({ used: 10, size: 100 })
  for (const [used, size] of [
    [-1, 100],
    [1, 0],
    ['1', 100],
    [1, null],
    [Number.NaN, 5],
  ] as const)
    expect(contextOf(used, size)).toBeNull()
})
