import type { BudgetView } from '../../../main/contract/budget/budget.ts'
import { unpricedWords } from '../../../main/contract/budget/budget-words.ts'
import { shortCount } from '../../../main/contract/words/short-count.ts'
import type { Spender } from './budget-acts.ts'
import { CapForm } from './cap-form.tsx'
import { Meter } from './meter.tsx'
import { Raise } from './raise.tsx'
import css from './budget.module.css'

interface UsePanelProps {
  readonly spender: Spender
  readonly spending: BudgetView
  readonly label: string
}

/** What something has used, of which kinds, and its cap, to be set right there. */
export function UsePanel({ spender, spending, label }: UsePanelProps) {
  const { tokens, turns, cap } = spending
  const unpriced = unpricedWords({ unpriced: spending.unpriced, cap })
  // A cap that was added to is shown whole beside its use; typed is what holds from now on.
  return (
    <div className={css.panel}>
      <Meter spending={spending} />
      {turns > 0 && (
        <p className="muted small pretty">
          {turns} {turns === 1 ? 'turn' : 'turns'}: {shortCount(tokens.input)} in, {shortCount(tokens.output)}{' '}
          out, {shortCount(tokens.cacheRead)} read from the cache, {shortCount(tokens.cacheWritten)} written
          to it
        </p>
      )}
      {unpriced !== '' && <p className="muted small pretty">{unpriced}</p>}
      {spending.state === 'over' && <Raise spender={spender} />}
      <CapForm spender={spender} cap={cap} isOwn={spending.own} label={label} />
    </div>
  )
}
