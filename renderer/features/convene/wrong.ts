import type { GatheringPreview } from '../../../main/contract/gathering-views.ts'
import { capProblem } from './cap.ts'
import type { CircleDraft, Sitter } from './circle-draft.ts'
import { boundsWords, numbers, type NumberName } from './numbers.ts'

/** A place of the sheet that something can be wrong with; a seat by its key. */
export type Field = 'topic' | 'question' | 'cast' | 'harvester' | 'cap' | NumberName | `seat ${string}`

/** What stands in the way of opening the circle. */
export interface Wrong {
  /** null: nothing that could be filled in otherwise. */
  readonly field: Field | null
  /** For the person. */
  readonly words: string
}

/** The first thing that the person has to fill in otherwise, from the top of the sheet to its end; null: nothing. */
export function wrongIn(draft: CircleDraft): Wrong | null {
  if (draft.topic.trim() === '') return { field: 'topic', words: 'Give it a topic.' }
  if (draft.question.trim() === '') return { field: 'question', words: 'Ask a question to begin with.' }
  if (!draft.seats.some((seat) => seat.who.kind !== 'human'))
    return { field: 'cast', words: 'At least one agent has to sit.' }
  const unnamed = draft.seats.findIndex((seat) => isUnnamed(seat.who))
  const seat = draft.seats[unnamed]
  if (seat) return { field: `seat ${seat.key}`, words: `Give the new tab on seat ${unnamed + 1} a name.` }
  if (isUnnamed(draft.harvester))
    return { field: 'harvester', words: 'Give the new tab that harvests a name.' }
  const number = (Object.keys(numbers) as NumberName[]).find((name) => draft.unread[name] !== undefined)
  if (number) return { field: number, words: boundsWords(number) }
  const cap = capProblem(draft.cap)
  return cap === '' ? null : { field: 'cap', words: cap }
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
