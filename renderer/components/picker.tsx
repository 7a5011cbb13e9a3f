import { useId, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { visible } from './hygiene.ts'
import { Icon } from './icon.tsx'
import { keepWithin, placeAt, moveFocus } from './popover.ts'
import { SafeText } from './safe-text.tsx'
import type { IconName } from './sprite.tsx'
import css from './picker.module.css'
import { classes } from './classes.ts'

export interface PickerOption<T extends string> {
  readonly value: T
  readonly name: string
  readonly about: string
}

interface PickerProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly choices: readonly PickerOption<T>[]
  readonly onPick: (value: T) => void
  /** Text on the button; defaults to the name of the value. */
  readonly shown?: string
  /** Shown before the text. */
  readonly icon?: IconName
  readonly footer?: ReactNode
}

/** A quiet button that shows the value and opens the list of choices. */
export function Picker<T extends string>(props: PickerProps<T>) {
  const { label, value, choices, onPick, icon, footer } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const shown = props.shown ?? choices.find((choice) => choice.value === value)?.name ?? value
  const close = () => list.current?.hidePopover()
  const open = () => {
    if (!list.current) return
    keepWithin(list.current)
    const radio = (which: string) => list.current?.querySelector<HTMLElement>(`[role=radio]${which}`)
    ;(radio('[aria-checked=true]') ?? radio(''))?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        className={css.picker}
        data-part="picker"
        aria-haspopup="dialog"
        aria-label={`${label}: ${visible(shown)}`}
        data-help={label}
        popoverTarget={id}
      >
        {icon !== undefined && <Icon name={icon} />}
        <SafeText as="span" className="clip" text={shown} />
        <Icon name="down" />
      </Button>
      <div
        ref={list}
        id={id}
        className={classes('floating', css.choices)}
        role="dialog"
        aria-label={label}
        popover="auto"
        onBeforeToggle={() => placeAt(button.current, list.current, 'start')}
        onToggle={(event) => event.newState === 'open' && open()}
      >
        <div role="radiogroup" aria-label={label} onKeyDown={(event) => void moveFocus(event, 'radio')}>
          {choices.map((choice) => (
            <button
              key={choice.value}
              type="button"
              className="bare"
              role="radio"
              aria-checked={choice.value === value}
              onClick={() => {
                close()
                if (choice.value !== value) onPick(choice.value)
              }}
            >
              <Icon name="check" />
              <SafeText as="span" className={css.name} text={choice.name} />
              {choice.about !== '' && <SafeText as="small" className="small muted" text={choice.about} />}
            </button>
          ))}
        </div>
        {footer}
      </div>
    </>
  )
}
