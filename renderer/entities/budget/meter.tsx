import { partOf, type BudgetView } from '../../../main/contract/budget/budget.ts'
import { classes } from '../../components/classes.ts'
import { useAmounts } from './use-amounts.ts'
import css from './budget.module.css'

/** How much of its cap something has used, as words and a thin bar; the bar only where there is a cap. */
export function Meter({ spending }: { readonly spending: BudgetView }) {
  const { used, cap } = useAmounts()
  const { state } = spending
  const hasCap = spending.cap.usd !== null || spending.cap.tokens !== null
  return (
    <span className={classes(css.meter, css[state])} data-part="use">
      <span className="num">
        {used(spending)}
        {hasCap && <span className="faint"> of {cap(spending.cap)}</span>}
      </span>
      {hasCap && (
        <span className={css.bar} aria-hidden="true">
          <span style={{ width: `${String(Math.min(100, partOf(spending.cap, spending) * 100))}%` }} />
        </span>
      )}
      {state !== 'under' && (
        <span className={css.stands}>{state === 'over' ? 'at its cap' : 'near its cap'}</span>
      )}
    </span>
  )
}
