import type { CostDay } from '../../../main/contract/budget/costs.ts'
import { classes } from '../../components/classes.ts'
import { useAmounts } from '../../entities/budget/use-amounts.ts'
import { barOf, dayName } from './days.ts'
import css from './costs.module.css'

interface DayListProps {
  readonly days: readonly CostDay[]
  readonly today: string
  /** Date of the one whose parts are shown. */
  readonly shown: string
  readonly onShow: (date: string) => void
  readonly onMore: (() => void) | null
}

/** Days, newest first, each with its sum; a press shows who used it. */
export function DayList({ days, today, shown, onShow, onMore }: DayListProps) {
  const { used, isPaid } = useAmounts()
  return (
    <section className={css.days} aria-label="Days">
      <ul>
        {days.map((day) => (
          <li key={day.date}>
            <button
              type="button"
              className={classes(css.day, 'num')}
              aria-pressed={day.date === shown}
              title={day.date}
              onClick={() => onShow(day.date)}
            >
              <span>{dayName(day.date, today)}</span>
              <span>{used(day.used)}</span>
              <span className={css.bar} aria-hidden="true">
                <span style={{ width: `${String(barOf(day, days, isPaid) * 100)}%` }} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {onMore && (
        <button type="button" className="btn ghost" onClick={onMore}>
          Earlier days
        </button>
      )}
    </section>
  )
}
