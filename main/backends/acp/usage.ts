import { addTokens, noTokens, type Tokens } from '../../contract/budget/budget.ts'
import { asObject, asTokens, type Json } from '../../adapters/processes/json.ts'

/**
 * How an agent counts at the end of a turn: usage of the turn, running total of the conversation, or
 * `calls`: each model call as it is made.
 */
export type Counting = 'turn' | 'total' | 'calls'

export class AcpUsageMeter {
  readonly #counting: Counting
  #turn: Tokens = noTokens
  #total: Tokens = noTokens
  /** The agent's last running total. */
  #told: Tokens = noTokens
  #costUsd: number | null = null
  /** Cost of the conversation before this process. */
  #before: number | null = null

  constructor(counting: Counting) {
    this.#counting = counting
  }

  /** Adds one model call of the running turn; returns whether anything was added. */
  saw(usage: Json): boolean {
    const tokens = tokensIn(usage)
    if (this.#counting !== 'calls' || sum(tokens) === 0) return false
    this.#turn = addTokens(this.#turn, tokens)
    return true
  }

  costs(cost: Json): void {
    const { amount, currency } = cost
    if (typeof amount !== 'number' || !Number.isFinite(amount) || currency !== 'USD') return
    this.#costUsd = amount
  }

  goesOn(): void {
    this.#before = this.#costUsd
  }

  get ofTurn(): Tokens {
    return this.#turn
  }

  ended(usage: Json): boolean {
    const tokens = tokensIn(usage)
    if (this.#counting === 'turn') this.#turn = tokens
    if (this.#counting === 'total' && sum(tokens) > 0) {
      this.#turn = less(tokens, this.#told)
      this.#told = tokens
    }
    const used = this.#turn
    this.#total = addTokens(this.#total, used)
    return sum(used) > 0
  }

  begins(): void {
    this.#turn = noTokens
  }

  get totalTokens(): Tokens {
    return this.#total
  }

  /** Cost of this process; null if the agent sends no price. */
  get totalCostUsd(): number | null {
    return this.#costUsd === null ? null : Math.max(0, this.#costUsd - (this.#before ?? 0))
  }
}

export function usageAtEnd(end: Json): Json {
  const usage = asObject(end['usage'])
  if (Object.keys(usage).length > 0) return usage
  return asObject(asObject(asObject(end['_meta'])['quota'])['token_count'])
}

/** Some agents count cached tokens as input too; the total reveals it. */
function tokensIn(usage: Json): Tokens {
  const output = asTokens(usage['outputTokens'] ?? usage['output_tokens'])
  const cacheRead = asTokens(usage['cachedReadTokens'])
  const cacheWritten = asTokens(usage['cachedWriteTokens'])
  const all = asTokens(usage['totalTokens'])
  const input = asTokens(usage['inputTokens'] ?? usage['input_tokens'])
  const rest = Math.max(0, all - output - cacheRead - cacheWritten)
  return { input: all > 0 ? Math.min(input, rest) : input, output, cacheRead, cacheWritten }
}

function less(now: Tokens, before: Tokens): Tokens {
  return {
    input: Math.max(0, now.input - before.input),
    output: Math.max(0, now.output - before.output),
    cacheRead: Math.max(0, now.cacheRead - before.cacheRead),
    cacheWritten: Math.max(0, now.cacheWritten - before.cacheWritten),
  }
}

const sum = (tokens: Tokens): number =>
  Object.values(tokens).reduce((all: number, one: number) => all + one, 0)
