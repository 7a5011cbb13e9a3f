import { expect, test } from 'vitest'
import { ofCapWords, shortUse } from './use-amounts.ts'

test('a use that is cut keeps its unit', () => {
  expect(shortUse('$0.12, 42k tokens')).toEqual(['$0.12', ', 42k tokens'])
  expect(shortUse('496k tokens')).toEqual(['496k tokens', ''])
  expect(shortUse('at least $0.12, 42k tokens')).toEqual(['at least $0.12', ', 42k tokens'])
})

test('a use against its cap is told in what the cap counts', () => {
  const tokens = { input: 1_400_000, cacheRead: 0, cacheWritten: 0, output: 100_000 }
  const spent = { costUsd: 5.44, tokens }
  expect(ofCapWords({ ...spent, cap: { usd: 5, tokens: null } }, true)).toBe('$5.44 of $5.00')
  expect(ofCapWords({ ...spent, unpriced: 1, cap: { usd: 5, tokens: null } }, true)).toBe(
    'at least $5.44 of $5.00',
  )
  expect(ofCapWords({ ...spent, cap: { usd: null, tokens: 1_000_000 } }, true)).toBe(
    '1.5M tokens of 1M tokens',
  )
  expect(ofCapWords({ ...spent, cap: { usd: 5, tokens: 1_000_000 } }, true)).toBe(
    '$5.44, 1.5M tokens of $5.00 or 1M tokens',
  )
})
