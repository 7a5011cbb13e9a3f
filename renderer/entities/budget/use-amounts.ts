import { capWords, moneyWords, tokenWords, usedWords } from '../../../main/contract/budget/budget-words.ts'
import { allTokens, type Cap, type Used } from '../../../main/contract/budget/budget.ts'
import { useMirror } from '../../state/store.ts'

/** Formats uses and caps: with money, or only in tokens in the demo, where nothing costs anything. */
interface Amounts {
  readonly isPaid: boolean
  readonly used: (used: Pick<Used, 'costUsd' | 'tokens'> & Partial<Used>) => string
  readonly cap: (cap: Cap) => string
  /** `$5.44 of $5.00`: in the unit of the cap. */
  readonly ofCap: (spending: Spent) => string
}

type Spent = Pick<Used, 'costUsd' | 'tokens'> & Partial<Used> & { readonly cap: Cap }

export function useAmounts(): Amounts {
  const isPaid = useMirror((now) => now.status?.rehearsal !== true)
  return {
    isPaid,
    used: (used) => usedWords(used, isPaid),
    cap: capWords,
    ofCap: (spent) => ofCapWords(spent, isPaid),
  }
}

export function ofCapWords(spent: Spent, isPaid: boolean): string {
  const { usd, tokens } = spent.cap
  const used =
    usd === null && tokens !== null
      ? tokenWords(allTokens(spent.tokens))
      : tokens === null && usd !== null
        ? `${(spent.unpriced ?? 0) > 0 ? 'at least ' : ''}${moneyWords(spent.costUsd)}`
        : usedWords(spent, isPaid)
  return `${used} of ${capWords(spent.cap)}`
}

/** Splits a use: narrow places show only the first part, which keeps its unit. */
export function shortUse(words: string): readonly [short: string, rest: string] {
  const cut = words.indexOf(',')
  return cut < 0 ? [words, ''] : [words.slice(0, cut), words.slice(cut)]
}
