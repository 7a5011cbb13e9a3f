import { mostPassages } from '../../../main/contract/api/limits.ts'
import type { GatheringPreview } from '../../../main/contract/gatherings/gathering-views.ts'

/** What else a circle is given with its question, told before it opens. */
export const seedWords = `Its seed: the circle is given up to ${mostPassages} passages that bear on this, of what those who sit in it wrote to each other; nothing of what an agent and you said to each other.`

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
