import type { Gathering, GatheringId, UtteranceId } from './gatherings.ts'
import type { Utterance } from './utterances.ts'

/** Searchable text of an utterance, or (`utterance` null) of a harvest. */
export interface CircleWords {
  readonly gathering: GatheringId
  readonly utterance: UtteranceId | null
  /** Null for a harvest. */
  readonly speaker: string | null
  /** Milliseconds. */
  readonly at: number
  readonly text: string
}

/** Only text that was said to everybody and is not sealed is searchable. */
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
  // A fork's copies are found in the original gathering.
  if (!isSaid || sealed || text === '' || origin !== null) return null
  return { gathering, utterance: id, speaker: name, at, text }
}

export function wordsOfHarvest({ id, harvest }: Gathering): CircleWords | null {
  return harvest && { gathering: id, utterance: null, speaker: null, at: harvest.at, text: harvest.text }
}
