import type { Tokens } from '../../contract/budget/budget.ts'
import type { Agent } from '../step/state.ts'

/**
 * What a token of each kind costs as against one of input, with every model: where money is not told, it is reckoned with
 * these from what was told before.
 */
const weights: Tokens = { input: 1, output: 5, cacheRead: 0.1, cacheWritten: 1.25 }

/** Tokens as so many of input. */
export function weigh(tokens: Tokens): number {
  const kinds = ['input', 'output', 'cacheRead', 'cacheWritten'] as const
  return kinds.reduce((sum, kind) => sum + tokens[kind] * weights[kind], 0)
}

/** About what such tokens cost this agent, at the price of its last turns, in USD; 0 where none of them told a price. */
export function reckoned({ recent }: Pick<Agent, 'recent'>, tokens: Tokens): number {
  let [money, weight] = [0, 0]
  for (const { costUsd, tokens: its } of recent) {
    if (costUsd === null) continue
    money += costUsd
    weight += weigh(its)
  }
  return weight === 0 ? 0 : (money / weight) * weigh(tokens)
}
