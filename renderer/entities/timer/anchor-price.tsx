import { anchorPriceWords } from '../../../main/contract/timers/anchor-words.ts'
import type { UsualTurn } from '../../../main/contract/budget/budget.ts'
import { useMoney } from '../../state/money.ts'

interface AnchorPriceProps {
  /** What a turn of its agent used lately. */
  readonly turn: UsualTurn | null
  /** How often it comes, in seconds; null: that is not known yet. */
  readonly every: number | null
}

/** What an anchor comes to, told before it is switched on. */
export function AnchorPrice({ turn, every }: AnchorPriceProps) {
  const isPaid = useMoney() !== null
  if (every === null) return null
  return (
    <p className="muted num" data-part="anchor-price">
      {anchorPriceWords(turn, every, isPaid)}
    </p>
  )
}
