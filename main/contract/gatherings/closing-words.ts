import { actorTo, type Audience } from '../api/audience.ts'
import type { Closing, NoHarvest } from './closing-facts.ts'
import { absenceWords } from './seat-words.ts'

/** Follows "because". */
export function closingWords(closing: Closing, audience: Audience): string {
  switch (closing.kind) {
    case 'spoken':
      return 'every round was spoken'
    case 'deserted':
      return 'nobody in the gathering could speak'
    case 'ended':
      return `${actorTo(closing, audience)} ended it`
    case 'dismissed':
      return `${actorTo(closing, audience)} turned it down`
    case 'unstarted':
      return 'nobody started it within a day'
    case 'held':
      return 'the piece was held for a day'
    case 'paused':
      // Only the user pauses, or a limit.
      return audience === 'user'
        ? 'it was paused for a day'
        : `it was paused by ${closing.pausedBy} for a day`
  }
}

export const writingWords = (harvester: string): string => `${harvester} is writing the harvest (summary)`

export function noHarvestWords(why: NoHarvest): string {
  switch (why.kind) {
    case 'nothingSaid':
      return 'nobody said anything'
    case 'absent':
      return `${why.name} cannot harvest (${absenceWords(why.reason)})`
    case 'unasked':
      return `${why.name} could not be asked in time`
    case 'unfinished':
      return `${why.name} did not finish it in time`
    case 'empty':
      return `${why.name} gave none`
    case 'unawaited':
      return `${why.name} did not wait for it`
  }
}
