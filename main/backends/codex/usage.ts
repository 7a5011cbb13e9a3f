import { addTokens, noTokens, type Tokens } from '../../contract/budget/budget.ts'
import { asTokens } from '../../adapters/processes/json.ts'
import type { TokenUsageBreakdown } from './protocol.ts'

/** Counts what Codex tells of its use. Its own totals are the conversation's, of all its processes: only steps count. */
export class CodexUsageMeter {
  #turn: Tokens = noTokens
  #total: Tokens = noTokens
  #seen = ''

  /** A call of a model was told of, with the conversation's total after it; answers whether that is news. */
  saw(last: TokenUsageBreakdown, total: TokenUsageBreakdown): boolean {
    const seen = JSON.stringify(total)
    if (seen === this.#seen) return false
    this.#seen = seen
    const tokens = tokensOf(last)
    this.#turn = addTokens(this.#turn, tokens)
    this.#total = addTokens(this.#total, tokens)
    return true
  }

  /** A subagent's call of a model was told of: it counts for the turn that runs (`isInTurn`), or for the next. */
  sawSubagent(last: TokenUsageBreakdown, isInTurn: boolean): void {
    const tokens = tokensOf(last)
    this.#total = addTokens(this.#total, tokens)
    if (isInTurn) this.#turn = addTokens(this.#turn, tokens)
  }

  /** A total from before this process, told when a conversation is taken up again. */
  skip(total: TokenUsageBreakdown): void {
    this.#seen = JSON.stringify(total)
  }

  get ofTurn(): Tokens {
    return this.#turn
  }

  /** The turn has ended; answers the process's total. */
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
