import { expect, test } from 'vitest'
import { allTokens, noTokens } from '../../contract/budget/budget.ts'
import { ClaudeUsageMeter, ContextMeter } from './usage.ts'

test('a call is told several times, and grows; each counts once', () => {
  const meter = new ClaudeUsageMeter()
  expect(meter.saw('a', { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 100 })).toBe(true)
  expect(meter.saw('a', { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 100 })).toBe(false)
  expect(meter.saw('a', { output_tokens: 9 })).toBe(true)
  meter.saw('b', { input_tokens: 5, cache_creation_input_tokens: 7 })
  expect(meter.ofTurn).toEqual({ input: 15, output: 9, cacheRead: 100, cacheWritten: 7 })
})

test('totals are the results’, of all models; a turn without a result is in the next one', () => {
  const meter = new ClaudeUsageMeter()
  meter.saw('a', { input_tokens: 10 })
  const models = { large: { inputTokens: 10, outputTokens: 2 }, small: { inputTokens: 3 } }
  expect(allTokens(meter.ended(models))).toBe(15)
  expect(meter.ofTurn).toMatchObject({ input: 0 })
  meter.saw('b', { input_tokens: 4 })
  expect(allTokens(meter.ended(null))).toBe(15)
  expect(allTokens(meter.ended({ large: { inputTokens: 30 } }))).toBe(30)
})

test('a CLI that tells no totals is counted by its calls; what is no number counts as none', () => {
  const meter = new ClaudeUsageMeter()
  meter.saw('a', { input_tokens: 10, output_tokens: NaN, cache_read_input_tokens: -5 })
  expect(meter.saw('b', null)).toBe(false)
  expect(allTokens(meter.ended(null))).toBe(10)
  meter.saw('c', { output_tokens: 6 })
  expect(allTokens(meter.ended({}))).toBe(16)
})

const call = (input: number, cacheRead = 0) => ({ ...noTokens, input, cacheRead, output: 9 })

test('a context is as full as the newest call was, once its size is known', () => {
  const meter = new ContextMeter()
  expect(meter.called(call(17, 100))).toBeNull()
  expect(meter.isStale).toBe(true)
  expect(meter.answered(117, 1000)).toEqual({ used: 117, size: 1000 })
  expect(meter.isStale).toBe(false)
  expect(meter.called(call(17, 100))).toBeNull()
  expect(meter.called(call(20, 200))).toEqual({ used: 220, size: 1000 })
  // A synthetic answer.
  expect(meter.called(noTokens)).toBeNull()
})

test('after a summary the CLI has to be asked, unless its model was called since', () => {
  const meter = new ContextMeter()
  meter.answered(500, 1000)
  meter.reset()
  expect(meter.isStale).toBe(true)
  expect(meter.answered(500, 1000)).toEqual({ used: 500, size: 1000 })
  meter.reset()
  meter.called(call(80))
  expect(meter.isStale).toBe(false)
})

test('what is no number is not told', () => {
  const meter = new ContextMeter()
  expect(meter.answered(undefined, 1000)).toBeNull()
  expect(meter.answered(5, 0)).toBeNull()
  expect(meter.answered(Number.NaN, 1000)).toBeNull()
})
