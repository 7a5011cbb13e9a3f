import { classes } from './classes.ts'
import { helpOf } from './help.ts'
import css from './switch.module.css'

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onTurn: (isOn: boolean) => void
  readonly id?: string
  readonly help?: string
}

/** Takes effect at once. */
export function Switch({ label, isOn, onTurn, id, help }: SwitchProps) {
  return (
    <button
      type="button"
      id={id}
      className={classes('bare inline-row', css.switch)}
      role="switch"
      aria-checked={isOn}
      {...(help === undefined ? {} : helpOf(help))}
      onClick={() => onTurn(!isOn)}
    >
      <i aria-hidden="true" />
      {label}
    </button>
  )
}
