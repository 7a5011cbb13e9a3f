import type { Gathering, GatheringId, UtteranceId } from './gatherings.ts'
import type { Utterance } from './utterances.ts'

/** What can be found of gatherings by its words. */

/** Words of an utterance; without one, a harvest. */
export interface CircleWords {
  readonly gathering: GatheringId
  readonly utterance: UtteranceId | null
  /** Null for a harvest. */
  readonly speaker: string | null
  /** ms. */
  readonly at: number
  readonly text: string
}

/** What can be found of a row: words that were said to all, once no seal is on them. */
export function wordsOfUtterance({
  id,
  gathering,
  kind,
  name,
  at,
  text,
  sealed,
  origin,
}: Utterance): CircleWords | null {
  const isSaid = kind === 'said' || kind === 'passed' || kind === 'host'
  // What a fork begins with is found where it was said.
  if (!isSaid || sealed || text === '' || origin !== null) return null
  return { gathering, utterance: id, speaker: name, at, text }
}

/** What can be found of a gathering itself: its harvest. */
export function wordsOfHarvest({ id, harvest }: Gathering): CircleWords | null {
  return harvest && { gathering: id, utterance: null, speaker: null, at: harvest.at, text: harvest.text }
}
