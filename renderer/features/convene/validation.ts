import { createContext, useContext } from 'react'
import { foldedOption, optionCount } from '../../../main/contract/gatherings/decisions.ts'
import type { GatheringPreview } from '../../../main/contract/gatherings/gathering-views.ts'
import { boundsWords, capProblem, numbers, type NumberName } from './numbers.ts'
import { isUser, typedOptions, type CircleDraft, type Sitter } from './circle-draft.ts'

/** Identifies an input of the dialog; seats by key. */
type Field = 'question' | 'cast' | 'harvester' | 'options' | 'cap' | NumberName | `seat ${string}`

export interface InvalidInput {
  /** Null when no input can fix it. */
  readonly field: Field | null
  readonly words: string
}

/** Returns the first invalid input, in the dialog's order. */
export function firstInvalidInput(draft: CircleDraft): InvalidInput | null {
  if (draft.question.trim() === '') return { field: 'question', words: 'Enter a question.' }
  if (draft.seats.every(({ who }) => isUser(who))) return { field: 'cast', words: 'Add at least one agent.' }
  const unnamed = draft.seats.findIndex((seat) => isUnnamed(seat.who))
  const seat = draft.seats[unnamed]
  if (seat) return { field: `seat ${seat.key}`, words: `Give the new agent on seat ${unnamed + 1} a name.` }
  if (isUnnamed(draft.harvester))
    return { field: 'harvester', words: 'Give the new agent that harvests a name.' }
  const number = (Object.keys(numbers) as NumberName[]).find((name) => draft.unread[name] !== undefined)
  if (number) return { field: number, words: boundsWords(number) }
  const options = optionsProblem(draft)
  if (options !== '') return { field: 'options', words: options }
  const cap = capProblem(draft.cap)
  return cap === '' ? null : { field: 'cap', words: cap }
}

/** Empty when valid. */
function optionsProblem({ decision }: CircleDraft): string {
  const options = decision === null ? [] : typedOptions(decision)
  if (options.length === 0) return ''
  const { least, most } = optionCount
  if (options.length < least || options.length > most) return `Enter ${least} to ${most} options, or none.`
  if (options.some((one) => one.length > 120)) return 'An option has at most 120 characters.'
  return new Set(options.map(foldedOption)).size < options.length ? 'Two options are the same.' : ''
}

const isUnnamed = (who: Sitter) => who.kind === 'new' && who.name.trim() === ''

/** The problem that main reports, at the seat it names. */
export function problemFromMain(
  { problems: [words], problemAt }: Pick<GatheringPreview, 'problems' | 'problemAt'>,
  { seats }: Pick<CircleDraft, 'seats'>,
): InvalidInput | null {
  if (words === undefined) return null
  if (problemAt === 0) return { field: 'harvester', words }
  const seat = problemAt === null ? undefined : seats[problemAt - 1]
  return { field: seat ? `seat ${seat.key}` : 'cast', words }
}

export const problemId = 'convene-problem'

export const WrongField = createContext<Field | null>(null)

export const useIsWrong = (field: Field): boolean => useContext(WrongField) === field

/** Attributes that mark the invalid field and let `focusField` find it. */
export function useMark(field: Field) {
  const isWrong = useIsWrong(field)
  return {
    'data-field': field,
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? problemId : undefined,
  }
}

/**
 * Focuses the field, expanding the options around it; its first button if the field itself can't have focus.
 */
export function focusField(sheet: HTMLElement, field: Field): void {
  const place = sheet.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  const options = place?.closest('details')
  if (options) options.open = true
  const target = place?.matches('input, textarea, button') ? place : place?.querySelector('button')
  if (target instanceof HTMLElement) target.focus()
}
