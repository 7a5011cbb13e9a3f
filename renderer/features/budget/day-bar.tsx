import { Icon } from '../../components/icon.tsx'
import { Raise } from '../../entities/budget/raise.tsx'
import { useAmounts } from '../../entities/budget/use-amounts.ts'
import { useMirror } from '../../state/store.ts'
import css from './day.module.css'

/** Says that the day has used all that it may, until that is raised or the next day begins. */
export function DayBar() {
  const budget = useMirror((now) => now.day.budget)
  const { used, cap } = useAmounts()
  if (budget.state !== 'over') return null
  return (
    <section className={css.bar} aria-label="The day is at its cap">
      <p role="status">
        <Icon name="pause" /> <b>Today is at its cap</b>: <span className="num">{used(budget)}</span> of{' '}
        {cap(budget.cap)}. Nothing begins until you raise it, or tomorrow; an agent that you write to answers
        that.
      </p>
      <Raise spender={{ of: 'day' }} cap={budget.cap} />
    </section>
  )
}
