import { expect, test } from 'vitest'
import type { AgentState } from '../../core/step/state.ts'
import { linkEstimate } from './estimate.ts'

const tokens = { input: 90, output: 10, cacheRead: 0, cacheWritten: 0 }
const one = { agent: { recent: [{ costUsd: 0.1, tokens }] } } as unknown as AgentState

test('turns of members in other houses are told, and only what those of this house use', () => {
  const over = linkEstimate([one], 1, 'converse', 8)
  expect(over).toMatchObject({ turns: { likely: 8, most: 8 }, elsewhere: 1 })
  expect(over.tokens).toEqual({ likely: 400, most: 800 })
  expect(linkEstimate([one, one], 0, 'converse', 8).tokens).toEqual({ likely: 800, most: 800 })
  expect(linkEstimate([one, one], 1, 'answers', 6).tokens).toEqual({ likely: 200, most: 1200 })
  expect(linkEstimate([one], 1, 'absorb', 8).tokens).toEqual({ likely: 0, most: 0 })
})
