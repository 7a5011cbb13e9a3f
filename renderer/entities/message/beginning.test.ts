import { expect, test } from 'vitest'
import { beginningOf } from './beginning.ts'

test('a text of usual length is whole', () => {
  expect(beginningOf('word '.repeat(300))).toBe('word '.repeat(300))
})

test('of a long one the first paragraphs are shown, without a heading that promises more', () => {
  const text = Array.from({ length: 30 }, (_, at) => `## Step ${at}\n\n${'word '.repeat(30)}.`).join('\n\n')
  const beginning = beginningOf(text)
  expect(beginning.length).toBeLessThan(1_000)
  expect(beginning).toMatch(/word \.$/)
})

test('code that is cut is closed', () => {
  const text = `Look:\n\n\`\`\`ts\n${'const a = 1\n'.repeat(100)}\`\`\`\n`
  expect(beginningOf(text)).toMatch(/const a = 1\n```$/)
})

test('a sign of two halves is not cut in two', () => {
  expect(beginningOf('a'.repeat(899) + '🙂'.repeat(600))).toBe('a'.repeat(899))
})
