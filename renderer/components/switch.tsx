import css from './switch.module.css'

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onTurn: (isOn: boolean) => void
  /** Where a label elsewhere names it. */
  readonly id?: string
}

/** Something that is on or off, and takes effect at once. */
export function Switch({ label, isOn, onTurn, id }: SwitchProps) {
  return (
    <button
      type="button"
      id={id}
      className={css.switch}
      role="switch"
      aria-checked={isOn}
      onClick={() => onTurn(!isOn)}
    >
      <i aria-hidden="true" />
      {label}
    </button>
  )
}
