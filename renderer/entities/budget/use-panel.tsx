import { type BudgetView, usedShare } from '../../../main/contract/budget/budget.ts'
import { unpricedWords } from '../../../main/contract/budget/budget-words.ts'
import { shortCount } from '../../../main/contract/words/short-count.ts'
import type { Spender } from './budget-acts.ts'
import { CapForm } from './cap-form.tsx'
import { RaiseLimit } from './raise.tsx'
import css from './budget.module.css'
import { classes } from '../../components/classes.ts'
import { useAmounts } from './use-amounts.ts'

interface UsePanelProps {
  readonly spender: Spender
  readonly spending: BudgetView
  readonly label: string
}

export function UsePanel({ spender, spending, label }: UsePanelProps) {
  const { tokens, turns, cap } = spending
  const unpriced = unpricedWords({ unpriced: spending.unpriced, cap })
  // A raised cap is shown as a whole; the form sets a new one.
  return (
    <div className={classes('stack', css.panel)}>
      <Meter spending={spending} />
      {turns > 0 && (
        <p className="muted small pretty">
          {turns} {turns === 1 ? 'turn' : 'turns'}: {shortCount(tokens.input)} in, {shortCount(tokens.output)}{' '}
          out, {shortCount(tokens.cacheRead)} read from the cache, {shortCount(tokens.cacheWritten)} written
          to it
        </p>
      )}
      {unpriced !== '' && <p className="muted small pretty">{unpriced}</p>}
      {spending.state === 'over' && <RaiseLimit spender={spender} by={spending.raiseBy} />}
      <CapForm spender={spender} cap={cap} isOwn={spending.own} label={label} />
    </div>
  )
}

/** Shows a bar only if there is a cap. */
export function Meter({ spending }: { readonly spending: BudgetView }) {
  const { used, ofCap } = useAmounts()
  const { state } = spending
  const hasCap = spending.cap.usd !== null || spending.cap.tokens !== null
  return (
    <span className={classes(css.meter, css[state])} data-part="use">
      <span className="num">{hasCap ? ofCap(spending) : used(spending)}</span>
      {hasCap && (
        <span className={css.bar} aria-hidden="true">
          <span style={{ width: `${String(Math.min(100, usedShare(spending.cap, spending) * 100))}%` }} />
        </span>
      )}
      {state !== 'under' && (
        <span className={css.stands}>{state === 'over' ? 'limit reached' : 'near its limit'}</span>
      )}
    </span>
  )
}
