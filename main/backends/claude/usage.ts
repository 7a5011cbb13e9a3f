import { addTokens, noTokens, type Tokens } from '../../contract/budget/budget.ts'
import { asTokens } from '../../adapters/processes/json.ts'
import { contextOf, type ContextUse } from '../../contract/agents/context.ts'

/** Usage of one model call, as the API and the CLI's messages tell it; what is not told is nothing. */
interface CallUsage {
  readonly input_tokens?: number | null
  readonly output_tokens?: number | null
  readonly cache_read_input_tokens?: number | null
  readonly cache_creation_input_tokens?: number | null
}

/** Usage of one model, as a result tells it: a running total of the process. */
interface ModelTotal {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly cacheReadInputTokens?: number
  readonly cacheCreationInputTokens?: number
}

/**
 * Counts what a CLI tells of its use: each call of a model as it is told, sub-agents' too, and the running totals of its
 * results. What a turn used whose result never came is in the next result.
 */
export class ClaudeUsageMeter {
  /** Calls of the turn that runs, by the id of their answer: the same one is told several times, and grows. */
  readonly #calls = new Map<string, Tokens>()
  #total: Tokens = noTokens
  #hasTotals = false

  /** A call was told of, or more of it; answers whether that is news. */
  saw(call: string, usage: CallUsage | null | undefined): boolean {
    if (!usage) return false
    const before = this.#calls.get(call) ?? noTokens
    const now: Tokens = {
      input: Math.max(before.input, asTokens(usage.input_tokens)),
      output: Math.max(before.output, asTokens(usage.output_tokens)),
      cacheRead: Math.max(before.cacheRead, asTokens(usage.cache_read_input_tokens)),
      cacheWritten: Math.max(before.cacheWritten, asTokens(usage.cache_creation_input_tokens)),
    }
    this.#calls.set(call, now)
    return JSON.stringify(now) !== JSON.stringify(before)
  }

  of(call: string): Tokens {
    return this.#calls.get(call) ?? noTokens
  }

  get ofTurn(): Tokens {
    return [...this.#calls.values()].reduce(addTokens, noTokens)
  }

  /** The turn has ended, with these totals or none; answers the process's total. */
  ended(models: Readonly<Record<string, ModelTotal>> | null): Tokens {
    const told = models === null ? [] : Object.values(models)
    if (told.length > 0) {
      this.#hasTotals = true
      this.#total = told.map(totalOf).reduce(addTokens, noTokens)
    } else if (!this.#hasTotals) this.#total = addTokens(this.#total, this.ofTurn)
    this.#calls.clear()
    return this.#total
  }
}

function totalOf(model: ModelTotal): Tokens {
  return {
    input: asTokens(model.inputTokens),
    output: asTokens(model.outputTokens),
    cacheRead: asTokens(model.cacheReadInputTokens),
    cacheWritten: asTokens(model.cacheCreationInputTokens),
  }
}

/**
 * How full a CLI's context is. It says so when it is asked; between that, what the newest call of the conversation's own
 * model was given says the same. Size in tokens.
 */
export class ContextMeter {
  #size: number | null = null
  #told: ContextUse | null = null
  #isStale = false

  /** The CLI has answered. Gives what is news, else null. */
  answered(used: unknown, size: unknown): ContextUse | null {
    const context = contextOf(used, size)
    if (context === null) return null
    this.#size = context.size
    this.#isStale = false
    return this.#news(context)
  }

  /** A call was told of, not a sub-agent's. Gives what is news, else null. */
  called({ input, cacheRead, cacheWritten }: Tokens): ContextUse | null {
    const used = input + cacheRead + cacheWritten
    // An answer of no model, about an error for one, was given nothing.
    if (used === 0) return null
    this.#isStale = false
    return this.#size === null ? null : this.#news({ used, size: this.#size })
  }

  /** The conversation was cut down or begun again: only the CLI knows how full it is. */
  reset(): void {
    this.#told = null
    this.#isStale = true
  }

  /** Whether the CLI has to be asked, once its turn has ended. */
  get isStale(): boolean {
    return this.#isStale || this.#size === null
  }

  #news(context: ContextUse): ContextUse | null {
    const { used, size } = this.#told ?? { used: null, size: null }
    if (used === context.used && size === context.size) return null
    this.#told = context
    return context
  }
}
