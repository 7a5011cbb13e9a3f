import { timerNoteLimit, timerSpan } from '../../../main/contract/limits.ts'

/** A unit in which a person says how long. */
export type Unit = 'seconds' | 'minutes' | 'hours' | 'days'

const seconds: Readonly<Record<Unit, number>> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 }

/** The units, shortest first. */
export const units = Object.keys(seconds) as readonly Unit[]

/** A time as it is written, in seconds; in words, what is wrong with it. */
export function spanOf(text: string, unit: Unit): number | string {
  const trimmed = text.trim().replace(',', '.')
  const count = trimmed === '' ? Number.NaN : Number(trimmed)
  if (Number.isNaN(count)) return 'Write a number.'
  const span = count * seconds[unit]
  return span < timerSpan.least || span > timerSpan.most ? 'A timer runs from 5 seconds to 7 days.' : span
}

/** What is wrong with a note, in words; empty for nothing. */
export function noteProblem(note: string): string {
  if (note.trim() === '') return 'Say what it is for: these words are put before the agent.'
  return new TextEncoder().encode(note).length > timerNoteLimit ? 'At most 1 KiB.' : ''
}
