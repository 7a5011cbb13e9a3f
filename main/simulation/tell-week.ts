import { Violation } from './invariant.ts'
import { FullSim } from './full-sim.ts'

/** Lives one world from its seed to its rest; `broken` is the promise that did not hold, if one did not. */
export function tell(
  seed: number,
  traced = false,
  length = 40,
): { world: FullSim; broken: Violation | null } {
  const world = new FullSim(seed, traced)
  try {
    for (let moment = 0; moment < length; moment++) world.live()
    world.rest()
    return { world, broken: null }
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    return { world, broken: error }
  }
}
