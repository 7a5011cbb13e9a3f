import { useId, type ComponentProps, type ReactNode } from 'react'
import type { PickerOption } from './picker.tsx'

interface SelectFieldProps<T extends string> extends Pick<ComponentProps<'select'>, 'ref'> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly choices: readonly Pick<PickerOption<T>, 'value' | 'name'>[]
  /** Describes the list. */
  readonly hint?: string | undefined
  readonly children?: ReactNode
}

export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { ref, label, value, onChange, choices, hint, children } = props
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        ref={ref}
        id={id}
        className="input"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.name}
          </option>
        ))}
      </select>
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
      {children}
    </div>
  )
}
