import { FullSim } from './full-sim.ts'
import { GatheringSim } from './gathering-sim.ts'
import { Violation } from './invariant.ts'

/** A whole week, or little but a gathering. */
export type Kind = 'week' | 'gathering'

/** Runs one world from its seed to its end; `broken` is the broken promise, if any. */
export function runWorld(
  kind: Kind,
  seed: number,
  traced = false,
): { world: FullSim | GatheringSim; broken: Violation | null } {
  const [world, moments] =
    kind === 'week'
      ? ([new FullSim(seed, traced), 40] as const)
      : ([new GatheringSim(seed, traced), 24] as const)
  try {
    for (let moment = 0; moment < moments; moment++) world.live()
    world.rest()
    return { world, broken: null }
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    return { world, broken: error }
  }
}
