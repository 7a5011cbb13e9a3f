import { Hall } from './hall.ts'
import { Violation } from './promise.ts'

/** Lives one hall from its seed to its rest; `broken` is the promise that did not hold, if one did not. */
export function tellHall(
  seed: number,
  traced = false,
  length = 24,
): { world: Hall; broken: Violation | null } {
  const world = new Hall(seed, traced)
  try {
    for (let moment = 0; moment < length; moment++) world.live()
    world.rest()
    return { world, broken: null }
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    return { world, broken: error }
  }
}
