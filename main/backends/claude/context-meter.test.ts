import { expect, test } from 'vitest'
import { noTokens } from '../../contract/budget/budget.ts'
import { ContextMeter } from './context-meter.ts'

const call = (input: number, cacheRead = 0) => ({ ...noTokens, input, cacheRead, output: 9 })

test('a context is as full as the newest call was, once its size is known', () => {
  const meter = new ContextMeter()
  expect(meter.called(call(17, 100))).toBeNull()
  expect(meter.isStale).toBe(true)
  expect(meter.answered(117, 1000)).toEqual({ used: 117, size: 1000 })
  expect(meter.isStale).toBe(false)
  expect(meter.called(call(17, 100))).toBeNull()
  expect(meter.called(call(20, 200))).toEqual({ used: 220, size: 1000 })
  // An answer of no model.
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
