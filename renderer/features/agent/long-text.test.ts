import { expect, test } from 'vitest'
import { collapsedOf, isMore, previewOf } from './long-text.ts'

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n')

test('more than forty lines collapse to twenty', () => {
  expect(collapsedOf(lines(40))).toBe(null)
  expect(collapsedOf(lines(41))).toEqual({ shown: lines(20), lines: 41, size: '41 lines' })
})

test('few lines that are very long collapse as well, never inside a character', () => {
  expect(collapsedOf('x'.repeat(6_000))).toBe(null)
  expect(collapsedOf('x'.repeat(6_001))?.shown).toHaveLength(3_000)
  expect(collapsedOf('x'.repeat(220_000))?.size).toBe('220 kB')
  expect(collapsedOf('x'.repeat(1_048_576))?.size).toBe('1.0 MB')
  expect(collapsedOf(`x${'😀'.repeat(4_000)}`)?.shown.endsWith('😀')).toBe(true)
})

test('a message is previewed as plain lines', () => {
  expect(previewOf('2 points are open:\n\n- `a.ts:3`: not **decided**\n- b.ts.\n')).toBe(
    '2 points are open:\na.ts:3: not decided\nb.ts.',
  )
})

test('a message of more lines ends in dots, and in no other mark beside them', () => {
  expect(previewOf('One.\n\n- Two.\n- Three.\n- Four.')).toBe('One.\nTwo.\nThree…')
})

test('a preview reads no more than it can show', () => {
  expect(previewOf('x'.repeat(100_000))).toHaveLength(600)
})

test('a preview counts omitted lines, not empty ones', () => {
  expect(isMore('I take the change.\n\nPASS')).toBe(false)
  expect(isMore('One\nTwo\nThree\nFour')).toBe(true)
  expect(isMore('word '.repeat(200))).toBe(true)
})
