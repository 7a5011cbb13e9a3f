import { useId } from 'react'
import type { CircleDraft } from './circle-draft.ts'
import { numberIn, numbers, typedAs, type NumberName } from './numbers.ts'
import { useMark } from './validation.ts'
import { classes } from '../../components/classes.ts'
import css from './plan-summary.module.css'

interface NumberFieldProps {
  readonly of: NumberName
  readonly draft: CircleDraft
  readonly onChange: (more: Partial<CircleDraft>) => void
}

/** A small whole number that is typed or stepped; what is none stands, marked, until it is one. */
export function NumberField({ of, draft, onChange }: NumberFieldProps) {
  const id = useId()
  const mark = useMark(of)
  const { label, least, most, unit } = numbers[of]
  return (
    <div className={css.number}>
      <label htmlFor={id}>{label}</label>
      <span>
        <input
          {...mark}
          id={id}
          className={classes(css.inline, 'num')}
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          value={draft.unread[of] ?? numberIn(draft, of)}
          onChange={(event) => onChange(typedAs(draft, of, event.target.value))}
        />
        {unit !== '' && <span aria-hidden="true">{unit}</span>}
      </span>
    </div>
  )
}
