import type { Tokens } from '../../contract/budget/budget.ts'
import { contextOf, type ContextUse } from '../../contract/agents/context.ts'

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

  /** The conversation was cut down or begun anew: only the CLI knows how full it is. */
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
