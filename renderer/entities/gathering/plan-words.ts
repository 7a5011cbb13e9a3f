import { mostPassages } from '../../../main/contract/seed.ts'
import type { GatheringPreview } from '../../../main/contract/gathering-views.ts'

/** What else a circle is given with its question, told before it opens. */
export const seedWords = `Its seed: the circle is given up to ${mostPassages} passages from past conversations of all tabs that bear on this.`

const minute = 60_000

/** `36`, `60–75`. */
export const rangeWords = ([from, to]: readonly [number, number]): string =>
  from === to ? String(from) : `${from}–${to}`

/** `40 s`, `36 min`, `2 h 06`. */
export function spanWords(ms: number): string {
  if (ms < minute) return `${Math.ceil(ms / 1000)} s`
  const minutes = Math.ceil(ms / minute)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`
}

/** `$1.60–2.40`. */
export function costWords(cost: GatheringPreview['cost'], isRehearsal: boolean): string {
  if (isRehearsal) return 'nothing, in rehearsal'
  if (cost === null) return 'not known yet'
  const [from, to] = cost.likely.map((usd) => usd.toFixed(2))
  return from === to ? `$${from}` : `$${from}–${to}`
}
