import { createContext, useContext } from 'react'
import { foldedOption, optionCount } from '../../../main/contract/gatherings/decisions.ts'
import type { GatheringPreview } from '../../../main/contract/gatherings/gathering-views.ts'
import { boundsWords, capProblem, numbers, type NumberName } from './numbers.ts'
import { isUser, typedOptions, type CircleDraft, type Sitter } from './circle-draft.ts'

/** A place of the sheet that something can be wrong with; a seat by its key. */
type Field = 'question' | 'cast' | 'harvester' | 'options' | 'cap' | NumberName | `seat ${string}`

/** What stands in the way of opening the circle. */
export interface Wrong {
  /** null: nothing that could be filled in otherwise. */
  readonly field: Field | null
  readonly words: string
}

/** The first thing that the user has to fill in otherwise, from the top of the sheet to its end; null: nothing. */
export function wrongIn(draft: CircleDraft): Wrong | null {
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

/** What is wrong with the options of a vote; empty: nothing. */
function optionsProblem({ decision }: CircleDraft): string {
  const options = decision === null ? [] : typedOptions(decision)
  if (options.length === 0) return ''
  const { least, most } = optionCount
  if (options.length < least || options.length > most) return `Enter ${least} to ${most} options, or none.`
  if (options.some((one) => one.length > 120)) return 'An option has at most 120 characters.'
  return new Set(options.map(foldedOption)).size < options.length ? 'Two options are the same.' : ''
}

const isUnnamed = (who: Sitter) => who.kind === 'new' && who.name.trim() === ''

/** What main says against it, at the seat that it names; null: nothing. */
export function wrongBy(
  { problems: [words], problemAt }: Pick<GatheringPreview, 'problems' | 'problemAt'>,
  { seats }: Pick<CircleDraft, 'seats'>,
): Wrong | null {
  if (words === undefined) return null
  if (problemAt === 0) return { field: 'harvester', words }
  const seat = problemAt === null ? undefined : seats[problemAt - 1]
  return { field: seat ? `seat ${seat.key}` : 'cast', words }
}

export const problemId = 'convene-problem'

export const WrongField = createContext<Field | null>(null)

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

/** Goes to the field that is wrong, opening the options around it; to the first button where the place is none itself. */
export function focusField(sheet: HTMLElement, field: Field): void {
  const place = sheet.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  const options = place?.closest('details')
  if (options) options.open = true
  const target = place?.matches('input, textarea, button') ? place : place?.querySelector('button')
  if (target instanceof HTMLElement) target.focus()
}
