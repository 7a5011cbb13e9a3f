import { mostPassages } from '../../../main/contract/api/limits.ts'
import type { GatheringPreview } from '../../../main/contract/gatherings/gathering-views.ts'

/** Explains the seed of a gathering before it starts. */
export const seedWords = `The participants get up to ${mostPassages} passages that bear on the question, from what they wrote to each other before; nothing of what you and an agent said to each other.`

/** `36`, `60–75`. */
export const rangeWords = ([from, to]: readonly [number, number]): string =>
  from === to ? String(from) : `${from}–${to}`

/** `$1.60–2.40`. */
export function costWords(cost: GatheringPreview['cost'], isRehearsal: boolean): string {
  if (isRehearsal) return 'nothing (demo)'
  if (cost === null) return 'not known yet'
  const [from, to] = cost.likely.map((usd) => usd.toFixed(2))
  return from === to ? `$${from}` : `$${from}–${to}`
}
