import { capWords, usedWords } from '../../../main/contract/budget/budget-words.ts'
import type { Cap, Used } from '../../../main/contract/budget/budget.ts'
import { useMirror } from '../../state/store.ts'

/** How uses and caps are told here: with money, or, in a rehearsal where nothing costs anything, in tokens alone. */
export interface Amounts {
  readonly isPaid: boolean
  readonly used: (used: Pick<Used, 'costUsd' | 'tokens'> & Partial<Used>) => string
  readonly cap: (cap: Cap) => string
}

/** See `Amounts`. */
export function useAmounts(): Amounts {
  const isPaid = useMirror((now) => now.status?.rehearsal !== true)
  return { isPaid, used: (used) => usedWords(used, isPaid), cap: capWords }
}
