import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { isKey } from '../../keys/keys-here.ts'

/** Choosing from a list while one types: arrow keys walk, Enter takes, `beside` with its key. */
export interface Choice {
  /** Which is chosen, from 0; -1 in an empty list. */
  readonly at: number
  readonly choose: (at: number) => void
  /** For the field. */
  readonly field: {
    readonly role: 'combobox'
    readonly 'aria-expanded': boolean
    readonly 'aria-controls': string
    readonly 'aria-activedescendant': string | undefined
    readonly 'aria-autocomplete': 'list'
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
  readonly listId: string
  readonly idOf: (at: number) => string
}

/** `count`: how many there are; `of`: another value begins at the first again. */
export function useChoice(count: number, of: unknown, take: (at: number, beside: boolean) => void): Choice {
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
      role: 'combobox',
      'aria-expanded': count > 0,
      'aria-controls': listId,
      'aria-activedescendant': at < 0 ? undefined : idOf(at),
      'aria-autocomplete': 'list',
      onKeyDown,
    },
  }
}
