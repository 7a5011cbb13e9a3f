import { expect, test } from 'vitest'
import { optionStep } from './options.tsx'

const light = (at: number) => ({ kind: 'light', at })

test('arrows walk round', () => {
  expect(optionStep('ArrowDown', { count: 3, at: -1 })).toEqual(light(0))
  expect(optionStep('ArrowDown', { count: 3, at: 2 })).toEqual(light(0))
  expect(optionStep('ArrowUp', { count: 3, at: 0 })).toEqual(light(2))
  expect(optionStep('ArrowUp', { count: 3, at: -1 })).toEqual(light(2))
})

test('Enter and Tab take only what is lit; other keys go to the field', () => {
  expect(optionStep('Enter', { count: 3, at: 1 })).toEqual({ kind: 'take', by: 'Enter' })
  expect(optionStep('Tab', { count: 3, at: -1 })).toBe(null)
  expect(optionStep('Escape', { count: 3, at: -1 })).toEqual({ kind: 'close' })
  expect(optionStep('a', { count: 3, at: 0 })).toBe(null)
})
