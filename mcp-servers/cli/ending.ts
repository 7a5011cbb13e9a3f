import { RefusedError, type Refusal } from '../../main/contract/api/errors.ts'
import { clean } from './clean.ts'
import { didYouMean } from './nearest.ts'

/** How the command ended, as a shell is told. */
export const exitCodes = { done: 0, refused: 1, usage: 2, away: 3, late: 4 } as const

/** What kind of end it was. */
export type Ending = keyof typeof exitCodes

/** Ends the command; the message is for the person and says what to do. */
export class EndingError extends Error {
  override readonly name = 'EndingError'
  readonly ending: Exclude<Ending, 'done' | 'late'>

  constructor(ending: Exclude<Ending, 'done' | 'late'>, message: string) {
    super(message)
    this.ending = ending
  }
}

/** How an error ends the command, and what is said of it; one of ours that nobody foresaw is thrown on. */
export function endOf(error: unknown): { readonly refusal: Refusal; readonly ending: Ending } {
  if (error instanceof EndingError) {
    const code = { refused: 'not_allowed', usage: 'bad_request', away: 'unavailable' } as const
    return { refusal: { code: code[error.ending], message: error.message }, ending: error.ending }
  }
  if (!(error instanceof RefusedError)) throw error
  return { refusal: error.refusal, ending: error.refusal.code === 'unavailable' ? 'away' : 'refused' }
}

/** With the names that `written` could mean, unless the app's words name them. */
export function refusalWords({ message, available }: Refusal, written: readonly string[]): string {
  if (available === undefined) return message
  if (available.length === 0) return `${message} Make one: janus new NAME`
  const meant = written.map((word) => didYouMean(word, available)).find((words) => words !== '') ?? ''
  const isSaid = available.every((name) => message.includes(name))
  return `${message}${clean(meant)}${isSaid ? '' : ` There are: ${available.map(clean).join(', ')}.`}`
}
