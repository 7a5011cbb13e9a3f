import { expect, test } from 'vitest'
import { capHint, raiseWords } from './raise.tsx'

test('the example of a raise has the size of the cap', () => {
  expect(capHint({ usd: null, tokens: 1_800_000 }, false)).toBe('1.8M')
  expect(capHint({ usd: 20, tokens: null }, true)).toBe('$20 or 50k')
  expect(capHint({ usd: null, tokens: null }, true)).toBe('$2 or 50k')
})

test('the button says how much it adds', () => {
  expect(raiseWords({ usd: 2, tokens: null })).toBe('Raise limit by $2.00')
  expect(raiseWords({ usd: 2, tokens: 50_000 })).toBe('Raise limit by $2.00 and 50k tokens')
  expect(raiseWords({ usd: null, tokens: null })).toBe('Raise limit')
})
