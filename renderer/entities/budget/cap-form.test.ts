import { expect, test } from 'vitest'
import { capIn, tokensIn, typedOf, usdIn } from './cap-form.tsx'

test('money is an amount above nothing', () => {
  expect(['5', '$5', ' 0.50 ', '.5'].map(usdIn)).toEqual([5, 5, 0.5, 0.5])
  expect(['', '0', '-1', 'NaN', '1e3', '5 USD', '9999999'].map(usdIn)).toEqual(Array(7).fill(null))
})

test('tokens are whole, and may be short', () => {
  expect(['100000', '100 000', '100,000', '100k', '1.5M'].map(tokensIn)).toEqual([
    100_000, 100_000, 100_000, 100_000, 1_500_000,
  ])
  expect(['', '0', '-5', 'NaN', 'many', '1e9'].map(tokensIn)).toEqual(Array(6).fill(null))
})

test('an empty field is no limit, a wrong one says so', () => {
  expect(capIn({ usd: '', tokens: '' })).toEqual({ cap: { usd: null, tokens: null } })
  expect(capIn({ usd: '2', tokens: '5k' })).toEqual({ cap: { usd: 2, tokens: 5000 } })
  expect(capIn({ usd: '-2', tokens: '' })).toMatchObject({ problem: expect.stringMatching(/^Dollars/) })
  expect(capIn({ usd: '', tokens: '0' })).toMatchObject({ problem: expect.stringMatching(/^Tokens/) })
  expect(typedOf({ usd: 2.5, tokens: null })).toEqual({ usd: '2.5', tokens: '' })
})
