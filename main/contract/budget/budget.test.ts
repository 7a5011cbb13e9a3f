import { describe, expect, test } from 'vitest'
import {
  addTurn,
  allowedOf,
  budgetView,
  capState,
  isReached,
  noCap,
  noRaise,
  noTokens,
  nothingUsed,
  raisedBy,
} from './budget.ts'
import { capWords, estimateWords, turnUseWords, unpricedWords, usedWords } from './budget-words.ts'
import { shortCount } from '../words/short-count.ts'

const used = (costUsd: number, input: number) => ({ ...nothingUsed, costUsd, tokens: { ...noTokens, input } })

describe('a cap', () => {
  const cap = { usd: 1, tokens: 1000 }

  test('is near from 80 % on, and reached by money or by tokens of all kinds', () => {
    expect(capState(cap, used(0.79, 799))).toBe('under')
    expect(capState(cap, used(0.8, 0))).toBe('near')
    expect(capState(cap, used(0, 1000))).toBe('over')
    expect(capState(noCap, used(9e9, 9e9))).toBe('under')
    const mixed = { ...nothingUsed, tokens: { input: 1, output: 2, cacheRead: 990, cacheWritten: 7 } }
    expect(isReached(cap, mixed)).toBe(true)
  })

  test('goes on with as much again from where it stands, only where it is reached', () => {
    const raised = raisedBy(cap, noRaise, used(0.5, 1300), {})
    expect(raised).toEqual({ usd: 0, tokens: 1300 })
    expect(allowedOf(cap, raised)).toEqual({ usd: 1, tokens: 2300 })
  })

  test('goes on with what the user typed, from the cap where that is not reached', () => {
    expect(allowedOf(cap, raisedBy(cap, noRaise, used(1.5, 10), { usd: 2 })).usd).toBe(3.5)
    expect(allowedOf(cap, raisedBy(cap, noRaise, used(0.2, 10), { usd: 2 })).usd).toBe(3)
    expect(allowedOf(noCap, raisedBy(noCap, noRaise, used(0.2, 10), { usd: 2 }))).toEqual(noCap)
  })

  test('of its own takes the place of the usual one, also as none', () => {
    expect(budgetView(used(2, 0), null, cap, noRaise).state).toBe('over')
    expect(budgetView(used(2, 0), noCap, cap, noRaise)).toMatchObject({ state: 'under', own: true })
  })

  test('is raised by what it was at first, of what is reached', () => {
    const of = (cost: number, tokens: number) =>
      budgetView(used(cost, tokens), { usd: 2, tokens: 100 }, null, { usd: 2, tokens: 0 }).raiseBy
    expect(of(4.2, 50)).toEqual({ usd: 2, tokens: null })
    expect(of(4.2, 100)).toEqual({ usd: 2, tokens: 100 })
    expect(of(3, 50)).toEqual(noCap)
  })
})

test('a turn that told no price counts its tokens, and is counted', () => {
  const sum = addTurn(used(1, 5), { costUsd: null, tokens: { ...noTokens, output: 7 } })
  expect(sum).toMatchObject({ costUsd: 1, turns: 1, unpriced: 1, tokens: { input: 5, output: 7 } })
  expect(unpricedWords({ ...sum, cap: { usd: 1, tokens: null } })).toMatch(/1 turn reported no price/)
  expect(unpricedWords({ ...sum, cap: noCap })).toBe('')
})

test('amounts are short', () => {
  expect([0, 940, 999.9, 1000, 12_449, 99_960, 1_250_000].map(shortCount)).toEqual([
    '0',
    '940',
    '1k',
    '1k',
    '12.4k',
    '100k',
    '1.3M',
  ])
  expect(usedWords(used(0.001, 1), true)).toBe('<$0.01, 1 token')
  expect(usedWords(used(0.3, 1200), false)).toBe('1.2k tokens')
  expect(usedWords({ ...used(0.3, 1200), unpriced: 2 }, true)).toBe('at least $0.30, 1.2k tokens')
  expect(usedWords({ ...used(0, 1200), unpriced: 2 }, true)).toBe('1.2k tokens')
  expect(capWords({ usd: 5, tokens: 100_000 })).toBe('$5.00 or 100k tokens')
  expect(capWords(noCap)).toBe('no limit')
})

test('an estimate is a range, or says why there is none', () => {
  const turns = { likely: 4, most: 8 }
  const range = { cost: { likely: 0.12, most: 0.4 }, tokens: { likely: 4000, most: 9000 } }
  const one = { crossings: 8, turns, elsewhere: 0, ...range }
  expect(estimateWords(one, true)).toBe('about $0.12, at most $0.40 for 8 messages')
  expect(estimateWords(one, false)).toBe('about 4k tokens, at most 9k tokens for 8 messages')
  expect(estimateWords({ ...one, elsewhere: 1 }, true)).toMatch(/for 8 messages, on this machine alone$/)
  expect(estimateWords({ ...one, cost: null }, true)).toMatch(/^not known yet/)
  expect(estimateWords({ ...one, turns: { likely: 0, most: 0 } }, true)).toMatch(/^nothing by itself/)
})

test('under a turn stands all that it used, whole; in a rehearsal no money', () => {
  const tokens = { input: 200, output: 310, cacheRead: 1000, cacheWritten: 4 }
  const turn = { costUsd: 0.31, tokens, context: { used: 24_000, size: 200_000 } }
  expect(turnUseWords(turn, true)).toBe('1,204 tokens in, 310 out, $0.31, 12 % of the context')
  expect(turnUseWords(turn, false)).toBe('1,204 tokens in, 310 out, demo, no cost, 12 % of the context')
  expect(turnUseWords({ ...turn, costUsd: null, context: null }, true)).toBe(
    '1,204 tokens in, 310 out, no price reported',
  )
})
