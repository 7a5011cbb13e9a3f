import { expect, test } from 'vitest'
import { foldedOf } from './long-text.ts'

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n')

test('forty lines stand, more fold to twenty', () => {
  expect(foldedOf(lines(40))).toBe(null)
  expect(foldedOf(lines(41))).toEqual({ shown: lines(20), lines: 41, size: '41 lines' })
})

test('few lines that are very long fold as well, never inside a character', () => {
  expect(foldedOf('x'.repeat(6_000))).toBe(null)
  expect(foldedOf('x'.repeat(6_001))?.shown).toHaveLength(3_000)
  expect(foldedOf('x'.repeat(220_000))?.size).toBe('220 kB')
  expect(foldedOf('x'.repeat(1_048_576))?.size).toBe('1.0 MB')
  expect(foldedOf(`x${'😀'.repeat(4_000)}`)?.shown.endsWith('😀')).toBe(true)
})
