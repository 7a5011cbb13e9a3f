import { addTokens, noTokens, type Tokens } from '../../contract/budget/budget.ts'
import type { ContextUse } from '../../contract/agents/context.ts'
import type { Transcripts } from './acts.ts'

/** Tokens that go into a context. */
const contextSize = 200_000

/** What the calls of one conversation come to; it goes on over a resume, as a CLI's totals do. Each call costs another sum. */
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

  /** A call of the model; answers what its turn has used so far. */
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

  /** How full its context is; `contextSize` at most. */
  get context(): ContextUse {
    return { used: Math.min(this.#context, contextSize), size: contextSize }
  }

  /** The conversation was cut down to a summary. */
  compacted(): void {
    this.#context = 0
  }

  /** The process has died over a turn: what it used is told with the next one. */
  dropped(): void {
    this.#add()
  }

  /** The turn has ended; answers the running totals. */
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

/** The bill of a conversation, for a process that begins. */
export function billOf(transcripts: Transcripts, conversation: string, isPriced: boolean): MemoryBill {
  const bills = known.get(transcripts) ?? new Map<string, MemoryBill>()
  known.set(transcripts, bills)
  const bill = bills.get(conversation) ?? new MemoryBill(isPriced)
  bills.set(conversation, bill)
  bill.dropped()
  return bill
}
