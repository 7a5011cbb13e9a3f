import { RefusedError, type Refusal } from '../../main/contract/api/errors.ts'
import { terminalLine } from './clean.ts'

export const exitCodes = { done: 0, refused: 1, usage: 2, away: 3, late: 4 } as const

export type ExitReason = keyof typeof exitCodes

/** Ends the command; the message tells the user what to do. */
export class EndingError extends Error {
  override readonly name = 'EndingError'
  readonly ending: Exclude<ExitReason, 'done' | 'late'>

  constructor(ending: Exclude<ExitReason, 'done' | 'late'>, message: string) {
    super(message)
    this.ending = ending
  }
}

/** The command line is wrong. */
export const usage = (message: string): EndingError => new EndingError('usage', message)

/** Rethrows errors that are neither a refusal nor an `EndingError`. */
export function exitOf(error: unknown): { readonly refusal: Refusal; readonly ending: ExitReason } {
  if (error instanceof EndingError) {
    const code = { refused: 'not_allowed', usage: 'bad_request', away: 'unavailable' } as const
    return { refusal: { code: code[error.ending], message: error.message }, ending: error.ending }
  }
  if (!(error instanceof RefusedError)) throw error
  return { refusal: error.refusal, ending: error.refusal.code === 'unavailable' ? 'away' : 'refused' }
}

/** Adds a suggestion and the available names, unless the message has them already. */
export function refusalWords({ message, available }: Refusal, written: readonly string[]): string {
  if (available === undefined) return message
  if (available.length === 0) return `${message} Make one: janus new NAME`
  const meant = written.map((word) => didYouMean(word, available)).find((words) => words !== '') ?? ''
  const isSaid = available.every((name) => message.includes(name))
  return `${message}${terminalLine(meant)}${isSaid ? '' : ` There are: ${available.map(terminalLine).join(', ')}.`}`
}

/** Returns the closest known word within a third of its letters, else one with this prefix, else null. */
function nearest(written: string, known: readonly string[]): string | null {
  const word = written.toLowerCase()
  const near = known
    .map((one) => ({ one, far: distance(word, one.toLowerCase()) }))
    .filter(({ one, far }) => far <= Math.max(1, Math.floor(one.length / 3)) && far < word.length)
    .sort((a, b) => a.far - b.far)[0]
  return (
    near?.one ?? (word.length < 2 ? null : (known.find((one) => one.toLowerCase().startsWith(word)) ?? null))
  )
}

/** Optimal string alignment distance. */
function distance(a: string, b: string): number {
  let [before, above] = [[] as number[], Array.from({ length: b.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const least = Math.min(at(row, j - 1) + 1, at(above, j) + 1, at(above, j - 1) + same)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(isSwapped ? Math.min(least, at(before, j - 2) + 1) : least)
    }
    ;[before, above] = [above, row]
  }
  return at(above, b.length)
}

const at = (row: readonly number[], n: number): number => row[n] ?? 0

/** Returns a question to append, or the empty string. */
export function didYouMean(written: string, known: readonly string[], before = ''): string {
  const found = nearest(written, known)
  return found === null ? '' : ` Did you mean ${before}${found}?`
}
