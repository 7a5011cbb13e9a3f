import { addTokens, noTokens, type Tokens } from '../../contract/budget/budget.ts'
import { asTokens } from '../../adapters/processes/json.ts'
import type { TokenUsageBreakdown } from './protocol.ts'

/** Adds up usage. Codex's totals cover the conversation in all its processes, so only single calls are added. */
export class CodexUsageMeter {
  #turn: Tokens = noTokens
  #total: Tokens = noTokens
  #seen = ''

  /** Adds a model call, sent with the conversation's total; returns false if the total is unchanged. */
  saw(last: TokenUsageBreakdown, total: TokenUsageBreakdown): boolean {
    const seen = JSON.stringify(total)
    if (seen === this.#seen) return false
    this.#seen = seen
    const tokens = tokensOf(last)
    this.#turn = addTokens(this.#turn, tokens)
    this.#total = addTokens(this.#total, tokens)
    return true
  }

  /** Adds a subagent's model call to the process and, if `isInTurn`, to the running turn. */
  sawSubagent(last: TokenUsageBreakdown, isInTurn: boolean): void {
    const tokens = tokensOf(last)
    this.#total = addTokens(this.#total, tokens)
    if (isInTurn) this.#turn = addTokens(this.#turn, tokens)
  }

  /** A total from before this process, sent when a conversation is resumed. */
  skip(total: TokenUsageBreakdown): void {
    this.#seen = JSON.stringify(total)
  }

  get ofTurn(): Tokens {
    return this.#turn
  }

  ended(): Tokens {
    this.#turn = noTokens
    return this.#total
  }
}

function tokensOf(usage: TokenUsageBreakdown): Tokens {
  const [cacheRead, cacheWritten] = [asTokens(usage.cachedInputTokens), asTokens(usage.cacheWriteInputTokens)]
  const input = Math.max(0, asTokens(usage.inputTokens) - cacheRead - cacheWritten)
  return { input, output: asTokens(usage.outputTokens), cacheRead, cacheWritten }
}
