import type { Look } from '../../contract/api/model.ts'
import type { Step } from '../step/step.ts'
import { openTabs } from './tabs.ts'

/** Pigments, and as many shapes. */
const count = 8
const all = Array.from({ length: count }, (_, at) => at + 1)

/** A look for a new tab, of what is wanted: a pair that no open tab has, of the pigment and then the shape seen least. */
export function freshLook(step: Step, wanted: Partial<Look> = {}): Look {
  return leastSeen(
    openTabs(step).map(({ agent }) => agent.look),
    wanted,
  )
}

/** The same among looks that are taken. The first eight are pigment and shape of the same number. */
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
        // Of as many, the one whose shape has the number of its pigment, then its neighbours.
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
