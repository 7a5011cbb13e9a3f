import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { visible } from './hygiene.ts'
import { Icon } from './icon.tsx'
import { SafeText } from './safe-text.tsx'
import './picker.css'

/** One thing to choose. */
export interface Choice<T extends string> {
  readonly value: T
  readonly name: string
  readonly about: string
}

interface PickerProps<T extends string> {
  /** What is chosen here: "Model". */
  readonly label: string
  readonly value: T
  readonly choices: readonly Choice<T>[]
  readonly onPick: (value: T) => void
  /** What stands on the button; the chosen one's name without it. */
  readonly shown?: string
  /** Stands under the choices, in the same popover. */
  readonly footer?: ReactNode
}

/** A quiet button that says what holds, and opens the list to choose from. Arrows walk, Enter takes, Esc closes. */
export function Picker<T extends string>(props: PickerProps<T>) {
  const { label, value, choices, onPick, footer } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const shown = props.shown ?? choices.find((choice) => choice.value === value)?.name ?? value
  const close = () => list.current?.hidePopover()
  const radios = () => Array.from(list.current?.querySelectorAll<HTMLElement>('[role=radio]') ?? [])
  const open = () => (radios().find((radio) => radio.ariaChecked === 'true') ?? radios()[0])?.focus()
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const all = radios()
    const at = all.findIndex((radio) => radio === document.activeElement)
    if (step === undefined || at < 0) return
    event.preventDefault()
    all.at((at + step + all.length) % all.length)?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn ghost picker"
        aria-haspopup="dialog"
        aria-label={`${label}: ${visible(shown)}`}
        title={label}
        popoverTarget={id}
      >
        <span className="clip">
          <SafeText text={shown} />
        </span>
        <Icon name="down" />
      </button>
      <div
        ref={list}
        id={id}
        className="choices"
        role="dialog"
        aria-label={label}
        popover="auto"
        onKeyDown={walk}
        onBeforeToggle={() => place(button.current, list.current)}
        onToggle={(event) => event.newState === 'open' && open()}
      >
        <div role="radiogroup" aria-label={label}>
          {choices.map((choice) => (
            <button
              key={choice.value}
              type="button"
              role="radio"
              aria-checked={choice.value === value}
              onClick={() => {
                close()
                if (choice.value !== value) onPick(choice.value)
              }}
            >
              <Icon name="check" />
              <span className="name">
                <SafeText text={choice.name} />
              </span>
              {choice.about !== '' && (
                <small>
                  <SafeText text={choice.about} />
                </small>
              )}
            </button>
          ))}
        </div>
        {footer}
      </div>
    </>
  )
}

/** Above or below its button, where there is more room. */
function place(button: HTMLElement | null, list: HTMLElement | null) {
  if (!button || !list) return
  const { top, bottom, left } = button.getBoundingClientRect()
  const { clientHeight, clientWidth } = document.documentElement
  const isAbove = top > clientHeight - bottom
  list.style.top = isAbove ? 'auto' : `${bottom + 4}px`
  list.style.bottom = isAbove ? `${clientHeight - top + 4}px` : 'auto'
  list.style.maxHeight = `${(isAbove ? top : clientHeight - bottom) - 12}px`
  // As wide as 19 letters of the interface; never beyond the right edge.
  const width = Math.min(19 * parseFloat(getComputedStyle(button).fontSize) * 1.4, clientWidth - 16)
  list.style.left = `${Math.max(8, Math.min(left, clientWidth - width - 8))}px`
}
