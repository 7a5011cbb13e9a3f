import { capWords, usedWords } from '../../../main/contract/budget/budget-words.ts'
import type { Cap, Used } from '../../../main/contract/budget/budget.ts'
import { useMirror } from '../../state/store.ts'

/** How uses and caps are told here: with money, or, in a rehearsal where nothing costs anything, in tokens alone. */
interface Amounts {
  readonly isPaid: boolean
  readonly used: (used: Pick<Used, 'costUsd' | 'tokens'> & Partial<Used>) => string
  readonly cap: (cap: Cap) => string
}

/** See `Amounts`. */
export function useAmounts(): Amounts {
  const isPaid = useMirror((now) => now.status?.rehearsal !== true)
  return { isPaid, used: (used) => usedWords(used, isPaid), cap: capWords }
}

/** A use in two parts: where there is little room the money says enough; tokens alone keep their unit. */
export function shortUse(words: string): readonly [short: string, rest: string] {
  const cut = words.indexOf(',')
  return cut < 0 ? [words, ''] : [words.slice(0, cut), words.slice(cut)]
}
