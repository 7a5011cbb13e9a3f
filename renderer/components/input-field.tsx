import { useId, type ComponentProps, type ReactNode } from 'react'
import { classes } from './classes.ts'

interface InputFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'onChange'> {
  readonly label: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  /** Below the input. */
  readonly hint?: string
}

/** An input with its label. */
export function InputField({ label, onChange, hint, className, ...more }: InputFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        autoComplete="off"
        {...more}
        id={id}
        className={classes('input', className)}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint !== undefined && <small>{hint}</small>}
    </div>
  )
}
