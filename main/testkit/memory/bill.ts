import { addTokens, noTokens, type Tokens } from '../../contract/budget/budget.ts'
import type { ContextUse } from '../../contract/agents/context.ts'
import type { Transcripts } from './acts.ts'

/** Tokens of a full context. */
const contextSize = 200_000

/** Costs of a conversation's calls; like a CLI's totals they continue after a resume. Each call has another cost. */
export class MemoryBill {
  #calls = 0
  #turn: Tokens = noTokens
  #context = 0
  #total: Tokens = noTokens
  #costUsd = 0
  readonly #isPriced: boolean

  constructor(isPriced: boolean) {
    this.#isPriced = isPriced
  }

  /** Counts a model call; returns the turn's usage so far. */
  called(): Tokens {
    const n = ++this.#calls
    const tokens = {
      input: 50 + ((n * 37) % 100),
      output: 10 + ((n * 13) % 40),
      cacheRead: 200,
      cacheWritten: n % 3,
    }
    this.#turn = addTokens(this.#turn, tokens)
    this.#context += tokens.input + tokens.output
    return this.#turn
  }

  /** The context's fill, limited to `contextSize`. */
  get context(): ContextUse {
    return { used: Math.min(this.#context, contextSize), size: contextSize }
  }

  /** The conversation was compacted. */
  compacted(): void {
    this.#context = 0
  }

  /** The process crashed in a turn, whose usage is reported with the next one. */
  dropped(): void {
    this.#add()
  }

  /** Ends a turn; returns the running totals. */
  ended(): { readonly totalCostUsd: number | null; readonly totalTokens: Tokens } {
    this.#add()
    return { totalCostUsd: this.#isPriced ? this.#costUsd : null, totalTokens: this.#total }
  }

  #add(): void {
    const { input, output, cacheRead } = this.#turn
    this.#total = addTokens(this.#total, this.#turn)
    this.#costUsd += (input + 5 * output + cacheRead / 10) / 100_000
    this.#turn = noTokens
  }
}

const known = new WeakMap<Transcripts, Map<string, MemoryBill>>()

/** The bill of a conversation, for a new process. */
export function billOf(transcripts: Transcripts, conversation: string, isPriced: boolean): MemoryBill {
  const bills = known.get(transcripts) ?? new Map<string, MemoryBill>()
  known.set(transcripts, bills)
  const bill = bills.get(conversation) ?? new MemoryBill(isPriced)
  bills.set(conversation, bill)
  bill.dropped()
  return bill
}
