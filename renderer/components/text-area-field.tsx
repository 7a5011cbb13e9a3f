import { useId, type ComponentProps, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { directionOf } from './direction.ts'

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'onChange'> {
  readonly label: ReactNode
  readonly value: string
  readonly onChange: (words: string) => void
  readonly hint?: string
}

export function TextAreaField({ label, value, onChange, hint, className, ...more }: TextAreaFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...more}
        id={id}
        value={value}
        dir={directionOf(value)}
        className={classes('input', className)}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint !== undefined && <small>{hint}</small>}
    </div>
  )
}
