import { useId } from 'react'
import { weekdays, type Weekday } from '../../../main/contract/timers/schedules.ts'
import { classes } from '../../components/classes.ts'
import css from './timers.module.css'

/** When a schedule is to come, as it is written in the form. */
export interface Times {
  /** `09:30`, or what there is of it. */
  readonly at: string
  readonly days: readonly Weekday[]
}

/** On the days on which people work. */
export const workdays: Times = { at: '09:00', days: weekdays.slice(0, 5) }

const dayNames: Readonly<Record<Weekday, { readonly short: string; readonly long: string }>> = {
  mon: { short: 'Mon', long: 'Monday' },
  tue: { short: 'Tue', long: 'Tuesday' },
  wed: { short: 'Wed', long: 'Wednesday' },
  thu: { short: 'Thu', long: 'Thursday' },
  fri: { short: 'Fri', long: 'Friday' },
  sat: { short: 'Sat', long: 'Saturday' },
  sun: { short: 'Sun', long: 'Sunday' },
}

interface ScheduleFieldsProps {
  readonly value: Times
  readonly onChange: (value: Times) => void
}

/** A time of day, and on which days it comes. */
export function ScheduleFields({ value: { at, days }, onChange }: ScheduleFieldsProps) {
  const id = useId()
  const toggled = (day: Weekday) =>
    weekdays.filter((one) => (one === day ? !days.includes(day) : days.includes(one)))
  return (
    <>
      <div className="field">
        <label htmlFor={id}>At</label>
        <input
          id={id}
          className={classes('input num', css.timeOfDay)}
          type="time"
          value={at}
          onChange={(event) => onChange({ at: event.target.value, days })}
        />
      </div>
      <div className="field">
        <span className="label" id={`${id}-days`}>
          On
        </span>
        <span className={classes('seg', css.timerKinds)} role="group" aria-labelledby={`${id}-days`}>
          {weekdays.map((day) => (
            <button
              key={day}
              type="button"
              data-word={dayNames[day].short}
              aria-label={dayNames[day].long}
              aria-pressed={days.includes(day)}
              onClick={() => onChange({ at, days: toggled(day) })}
            >
              {dayNames[day].short}
            </button>
          ))}
        </span>
        <small>
          {days.length === 0 ? 'Once, when it is that time next.' : 'Again and again on these days.'}
        </small>
      </div>
    </>
  )
}
