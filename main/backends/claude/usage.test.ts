import { expect, test } from 'vitest'
import { allTokens } from '../../contract/budget/budget.ts'
import { UsageMeter } from './usage.ts'

test('a call is told several times, and grows; each counts once', () => {
  const meter = new UsageMeter()
  expect(meter.saw('a', { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 100 })).toBe(true)
  expect(meter.saw('a', { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 100 })).toBe(false)
  expect(meter.saw('a', { output_tokens: 9 })).toBe(true)
  meter.saw('b', { input_tokens: 5, cache_creation_input_tokens: 7 })
  expect(meter.ofTurn).toEqual({ input: 15, output: 9, cacheRead: 100, cacheWritten: 7 })
})

test('totals are the results’, of all models; a turn without a result is in the next one', () => {
  const meter = new UsageMeter()
  meter.saw('a', { input_tokens: 10 })
  const models = { large: { inputTokens: 10, outputTokens: 2 }, small: { inputTokens: 3 } }
  expect(allTokens(meter.ended(models))).toBe(15)
  expect(meter.ofTurn).toMatchObject({ input: 0 })
  meter.saw('b', { input_tokens: 4 })
  expect(allTokens(meter.ended(null))).toBe(15)
  expect(allTokens(meter.ended({ large: { inputTokens: 30 } }))).toBe(30)
})

test('a CLI that tells no totals is counted by its calls; what is no number counts as none', () => {
  const meter = new UsageMeter()
  meter.saw('a', { input_tokens: 10, output_tokens: NaN, cache_read_input_tokens: -5 })
  expect(meter.saw('b', null)).toBe(false)
  expect(allTokens(meter.ended(null))).toBe(10)
  meter.saw('c', { output_tokens: 6 })
  expect(allTokens(meter.ended({}))).toBe(16)
})
