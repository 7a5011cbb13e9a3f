import { expect, test } from 'vitest'
import { directionOf } from './direction.ts'

test('the first letter says the direction', () => {
  expect(directionOf('')).toBe('ltr')
  expect(directionOf('12: hello שלום')).toBe('ltr')
  expect(directionOf('"שלום" hello')).toBe('rtl')
  expect(directionOf('مرحبا')).toBe('rtl')
})
