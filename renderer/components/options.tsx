import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './options.module.css'

/** A list of options under a field that keeps the focus. */
export interface OptionList<T> {
  readonly id: string
  readonly isOpen: boolean
  readonly items: readonly T[]
  readonly at: number
  readonly light: (at: number) => void
  readonly close: () => void
  /** Handles a key of the field; returns whether the list used it. */
  readonly press: (event: KeyboardEvent, take: (item: T, by: 'Enter' | 'Tab') => boolean) => boolean
}

/**
 * Keeps which option is active. `of` says what the options are for: a change starts over, and null hides the
 * list. `start` is the option active initially; -1 for none.
 */
export function useOptions<T>(of: string | null, items: readonly T[], start: 0 | -1): OptionList<T> {
  const id = useId()
  const fresh = { of, at: start as number, isClosed: false }
  const [held, setHeld] = useState(fresh)
  const now = held.of === of ? held : fresh
  const at = Math.min(now.at, items.length - 1)
  const isOpen = of !== null && items.length > 0 && !now.isClosed
  const light = (to: number) => setHeld({ ...now, at: to })
  const close = () => setHeld({ ...now, isClosed: true })
  const press: OptionList<T>['press'] = (event, take) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (!isOpen || ctrlKey || metaKey || altKey || shiftKey) return false
    const step = optionStep(key, { count: items.length, at })
    if (step === null) return false
    if (step.kind === 'light') light(step.at)
    else if (step.kind === 'close') close()
    else {
      const item = items[at]
      if (item === undefined || !take(item, step.by)) return false
    }
    event.preventDefault()
    return true
  }
  return { id, isOpen, items, at, light, close, press }
}

/** ARIA props of the field. */
export const optionAria = <T,>(list: OptionList<T>) =>
  ({
    'aria-autocomplete': 'list',
    'aria-controls': list.isOpen ? list.id : undefined,
    'aria-activedescendant': list.isOpen && list.at >= 0 ? `${list.id}-${list.at}` : undefined,
  }) as const

interface OptionsProps<T> {
  readonly list: OptionList<T>
  readonly label: string
  readonly keyOf: (item: T) => string
  readonly onTake: (item: T) => void
  readonly children: (item: T) => ReactNode
}

/** The pointer chooses without taking the focus from the field. */
export function Options<T>({ list, label, keyOf, onTake, children }: OptionsProps<T>) {
  const lit = useRef<HTMLLIElement>(null)
  useEffect(() => {
    // Newer browsers return a promise, which is no cleanup function.
    void lit.current?.scrollIntoView({ block: 'nearest' })
  }, [list.at])
  if (!list.isOpen) return null
  return (
    <ul className={classes('floating', css.options)} id={list.id} role="listbox" aria-label={label}>
      {list.items.map((item, at) => (
        <li
          key={keyOf(item)}
          ref={at === list.at ? lit : undefined}
          id={`${list.id}-${at}`}
          className="row baseline gap-5"
          role="option"
          aria-selected={at === list.at}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => at !== list.at && list.light(at)}
          onClick={() => onTake(item)}
        >
          {children(item)}
        </li>
      ))}
    </ul>
  )
}

interface OptionPlace {
  readonly count: number
  /** The active option, from 0; -1 for none. */
  readonly at: number
}

type OptionStep =
  | { readonly kind: 'light'; readonly at: number }
  | { readonly kind: 'take'; readonly by: 'Enter' | 'Tab' }
  | { readonly kind: 'close' }
  | null

/** Translates a key while the list is open; null if the key is not for the list. */
export function optionStep(key: string, { count, at }: OptionPlace): OptionStep {
  switch (key) {
    case 'ArrowDown':
      return { kind: 'light', at: (at + 1) % count }
    case 'ArrowUp':
      return { kind: 'light', at: (at <= 0 ? count : at) - 1 }
    case 'Enter':
    case 'Tab':
      return at < 0 ? null : { kind: 'take', by: key }
    case 'Escape':
      return { kind: 'close' }
    default:
      return null
  }
}
