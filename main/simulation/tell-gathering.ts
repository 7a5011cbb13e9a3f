import { GatheringSim } from './gathering-sim.ts'
import { Violation } from './invariant.ts'

/** Lives one sim from its seed to its rest; `broken` is the promise that did not hold, if one did not. */
export function tellGathering(
  seed: number,
  traced = false,
  length = 24,
): { world: GatheringSim; broken: Violation | null } {
  const world = new GatheringSim(seed, traced)
  try {
    for (let moment = 0; moment < length; moment++) world.live()
    world.rest()
    return { world, broken: null }
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    return { world, broken: error }
  }
}
