import { takeFocus } from '../../components/focus.ts'
import { useEffect, useId, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import type { TextPart } from '../../../main/contract/history/found-words.ts'
import css from './palette.module.css'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { isKey } from '../../keys/current-keys.ts'

interface QueryFieldProps {
  /** Placeholder and accessible name. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly choice: Choice
  readonly maxLength?: number
}

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

type Choice = ReturnType<typeof useChoice>

/**
 * Keyboard selection in a list while the user types: arrows move, Enter takes, and the split key takes it to
 * the other pane. When `of` changes, the selection restarts at the first item. `at` is -1 in an empty list.
 */
export function useChoice(count: number, of: unknown, take: (at: number, beside: boolean) => void) {
  const listId = useId()
  const [state, setState] = useState({ at: 0, of })
  const at = Math.min(state.of === of ? state.at : 0, count - 1)
  const idOf = (one: number) => `${listId}-${one}`
  const choose = (one: number) => setState({ at: one, of })
  useEffect(() => {
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, at])
  const onKeyDown = (event: KeyboardEvent) => {
    if (count === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) take(at, isKey('openBeside', event.nativeEvent))
    else if (Math.abs(step) > 1) choose(Math.max(0, Math.min(count - 1, at + step)))
    else choose((at + step + count) % count)
  }
  return {
    at,
    choose,
    listId,
    idOf,
    field: {
      role: 'combobox' as const,
      'aria-expanded': count > 0,
      'aria-controls': listId,
      'aria-activedescendant': at < 0 ? undefined : idOf(at),
      'aria-autocomplete': 'list' as const,
      onKeyDown,
    },
  }
}

interface ChoiceItemProps {
  readonly choice: Choice
  readonly at: number
  readonly className?: string | undefined
  readonly onTake: (event: MouseEvent) => void
  readonly children: ReactNode
}

export function ChoiceItem({ choice, at, className, onTake, children }: ChoiceItemProps) {
  return (
    <li
      id={choice.idOf(at)}
      role="option"
      aria-selected={at === choice.at}
      className={className}
      onMouseMove={() => choice.at === at || choice.choose(at)}
      onClick={onTake}
    >
      {children}
    </li>
  )
}

export function Highlighted({ parts }: { readonly parts: readonly TextPart[] }) {
  return parts.map((part, at) =>
    part.isMatch ? (
      <mark key={at}>
        <SafeText text={part.text} />
      </mark>
    ) : (
      <SafeText key={at} text={part.text} />
    ),
  )
}

/** The key hints below the list. `enter`: what Enter does. */
export function ChoiceKeys({ enter, children }: { readonly enter: string; readonly children?: ReactNode }) {
  return (
    <footer className="row wrap gap-6 row-gap-2 no-shrink small muted">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> choose
      </span>
      <span>
        <kbd>↵</kbd> {enter}
      </span>
      {children}
      <span className="grow" />
      <kbd>Esc</kbd>
    </footer>
  )
}

export const ListProblem = ({ text }: { readonly text: string }) => (
  <div className={css.none}>
    <Problem text={text} />
  </div>
)
