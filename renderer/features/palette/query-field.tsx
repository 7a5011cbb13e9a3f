import { takeFocus } from '../../components/focus.ts'
import type { Choice } from './use-choice.ts'

interface QueryFieldProps {
  /** Shown while it is empty, and said. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly choice: Choice
  readonly maxLength?: number
}

/** Where one types what is looked for; its keys walk through what was found. */
export function QueryField({ label, value, onChange, choice, maxLength = 1000 }: QueryFieldProps) {
  return (
    <input
      ref={takeFocus}
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...choice.field}
    />
  )
}
