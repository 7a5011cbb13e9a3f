import { createContext, useContext } from 'react'
import type { Field } from './wrong.ts'

/** Id of the words that say what is wrong. */
export const problemId = 'convene-problem'

/** The place of the sheet that is wrong now. */
export const WrongField = createContext<Field | null>(null)

/** Is it this one that is wrong? */
export const useIsWrong = (field: Field): boolean => useContext(WrongField) === field

/** What marks a field when it is the one that is wrong, and lets it be found. */
export function useMark(field: Field) {
  const isWrong = useIsWrong(field)
  return {
    'data-field': field,
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? problemId : undefined,
  }
}

/** Goes to the field that is wrong; to the first button where the place is none itself. */
export function focusField(sheet: HTMLElement, field: Field): void {
  const place = sheet.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  const target = place?.matches('input, textarea, button') ? place : place?.querySelector('button')
  if (target instanceof HTMLElement) target.focus()
}
