import { actorTo, type Audience } from '../api/audience.ts'
import type { Closing, NoHarvest } from './closing-facts.ts'
import { wordsOf, type Wording } from '../words/wording.ts'
import { absenceWords } from './seat-words.ts'

/** Follows "because". */
export const closingWords = (closing: Closing, audience: Audience): string =>
  wordsOf(closings, closing, audience)

const closings: Wording<Closing, [audience: Audience]> = {
  spoken: 'every round was spoken',
  deserted: 'nobody in the gathering could speak',
  ended: (closing, audience) => `${actorTo(closing, audience)} ended it`,
  dismissed: (closing, audience) => `${actorTo(closing, audience)} turned it down`,
  unstarted: 'nobody started it within a day',
  held: 'the piece was held for a day',
  // Only the user pauses, and a limit.
  paused: ({ pausedBy }, audience) =>
    audience === 'user' ? 'it was paused for a day' : `it was paused by ${pausedBy} for a day`,
}

export const writingWords = (harvester: string): string => `${harvester} is writing the harvest (summary)`

export const noHarvestWords = (why: NoHarvest): string => wordsOf(noHarvests, why)

const noHarvests: Wording<NoHarvest> = {
  nothingSaid: 'nobody said anything',
  absent: ({ name, reason }) => `${name} cannot harvest (${absenceWords(reason)})`,
  unasked: ({ name }) => `${name} could not be asked in time`,
  unfinished: ({ name }) => `${name} did not finish it in time`,
  empty: ({ name }) => `${name} gave none`,
  unawaited: ({ name }) => `${name} did not wait for it`,
}
