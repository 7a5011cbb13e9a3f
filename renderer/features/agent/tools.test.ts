import { expect, test } from 'vitest'
import { endOf } from './tools.tsx'

test('of a long output the last whole lines are shown', () => {
  expect(endOf('a\nb\n')).toBe('a\nb\n')
  const lines = Array.from({ length: 3_000 }, (_, n) => `line ${n + 1}`)
  const end = endOf(lines.join('\n'))
  expect(end.length).toBeLessThanOrEqual(20_000)
  expect(end.endsWith('line 2999\nline 3000')).toBe(true)
  expect(lines).toContain(end.split('\n')[0])
  expect(endOf('x'.repeat(30_000))).toHaveLength(20_000)
})
