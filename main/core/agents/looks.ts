import type { Look } from '../../contract/api/model.ts'
import type { Step } from '../step/step.ts'
import { openTabs } from './tabs.ts'

/** There are as many shapes as hues. */
const count = 8
const all = Array.from({ length: count }, (_, at) => at + 1)

/** A look that no open tab has: the least used hue, then the least used shape; `wanted` parts are fixed. */
export function freshLook(step: Step, wanted: Partial<Look> = {}): Look {
  return leastSeen(
    openTabs(step).map(({ agent }) => agent.look),
    wanted,
  )
}

/** The first eight looks have equal numbers of hue and shape. */
export function leastSeen(taken: readonly Look[], wanted: Partial<Look>): Look {
  const seen = (is: (look: Look) => boolean): number => taken.filter(is).length
  const hues = wanted.hue === undefined ? all : [wanted.hue]
  const shapes = wanted.shape === undefined ? all : [wanted.shape]
  const ranked = hues.flatMap((hue) =>
    shapes.map((shape) => ({
      look: { hue, shape },
      rank: [
        seen((one) => one.hue === hue && one.shape === shape),
        seen((one) => one.hue === hue),
        seen((one) => one.shape === shape),
        // Ties: the shape with the hue's number, then the next ones.
        (shape - hue + count) % count,
        hue,
      ],
    })),
  )
  return ranked.reduce((best, one) => (isBefore(one.rank, best.rank) ? one : best)).look
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((rank, place) => rank !== b[place])
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0)
}
