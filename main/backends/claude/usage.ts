import { addTokens, noTokens, type Tokens } from '../../contract/budget/budget.ts'
import { asTokens } from '../../adapters/processes/json.ts'
import { contextOf, type ContextUse } from '../../contract/agents/context.ts'

/** Usage of one model call in the API's form; missing fields count as 0. */
interface CallUsage {
  readonly input_tokens?: number | null
  readonly output_tokens?: number | null
  readonly cache_read_input_tokens?: number | null
  readonly cache_creation_input_tokens?: number | null
}

/** Usage of one model in a result: a running total of the process. */
interface ModelTotal {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly cacheReadInputTokens?: number
  readonly cacheCreationInputTokens?: number
}

/**
 * Counts usage from model calls as they are reported, including subagents', and from the running totals in
 * results. A turn whose result was lost is contained in the next total.
 */
export class ClaudeUsageMeter {
  /** Calls of the running turn by message id; the CLI reports each several times with growing counts. */
  readonly #calls = new Map<string, Tokens>()
  #total: Tokens = noTokens
  #hasTotals = false

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
 * Tracks how full the context is, in tokens. The CLI says it when asked; between two answers the input of
 * the latest main model call says the same.
 */
export class ContextMeter {
  #size: number | null = null
  #told: ContextUse | null = null
  #isStale = false

  /** Takes the CLI's answer; returns the new value, or null if unchanged. */
  answered(used: unknown, size: unknown): ContextUse | null {
    const context = contextOf(used, size)
    if (context === null) return null
    this.#size = context.size
    this.#isStale = false
    return this.#news(context)
  }

  /** Takes a main model call; returns the new value, or null if unchanged. */
  called({ input, cacheRead, cacheWritten }: Tokens): ContextUse | null {
    const used = input + cacheRead + cacheWritten
    // A synthetic answer about an error has no input.
    if (used === 0) return null
    this.#isStale = false
    return this.#size === null ? null : this.#news({ used, size: this.#size })
  }

  /** The conversation was compacted or reset: only the CLI knows its context now. */
  reset(): void {
    this.#told = null
    this.#isStale = true
  }

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
