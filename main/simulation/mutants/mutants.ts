import { mutantsOfGatherings } from './mutants-of-gatherings.ts'
import { mutantsOfLinks } from './mutants-of-links.ts'
import { mutantsOfMail } from './mutants-of-mail.ts'
import { mutantsOfTimers } from './mutants-of-timers.ts'
import { mutantsOfTiming } from './mutants-of-timing.ts'

/** A mistake that somebody could make in one of the rules: a small change of the text of one file of the core. */
export interface Mutant {
  /** What would be wrong, in the words of the rules. */
  readonly name: string
  readonly file: string
  /** Stands in the file just once. */
  readonly from: string
  readonly to: string
  /** In which worlds it shows: whole weeks, or gatherings alone. */
  readonly lived?: 'weeks' | 'gatherings'
}

/** Each must be found out by the stories and the worlds. */
export const mutants: readonly Mutant[] = [
  ...mutantsOfTiming,
  ...mutantsOfMail,
  ...mutantsOfLinks,
  ...mutantsOfTimers,
  ...mutantsOfGatherings,
]
