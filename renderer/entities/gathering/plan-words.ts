import { mostPassages } from '../../../main/contract/limits.ts'
import type { GatheringPreview } from '../../../main/contract/gathering-views.ts'

/** What else a circle is given with its question, told before it opens. */
export const seedWords = `Its seed: the circle is given up to ${mostPassages} passages from past conversations of all tabs that bear on this.`

/** `36`, `60–75`. */
export const rangeWords = ([from, to]: readonly [number, number]): string =>
  from === to ? String(from) : `${from}–${to}`

/** `$1.60–2.40`. */
export function costWords(cost: GatheringPreview['cost'], isRehearsal: boolean): string {
  if (isRehearsal) return 'nothing, in rehearsal'
  if (cost === null) return 'not known yet'
  const [from, to] = cost.likely.map((usd) => usd.toFixed(2))
  return from === to ? `$${from}` : `$${from}–${to}`
}
