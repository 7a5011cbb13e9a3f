import { expect, test } from 'vitest'
import { seeds } from '../testing/day.ts'
import { FullSim } from './full-sim.ts'

/** A recovery is over after about so many steps: reading transcripts, starting processes, taking up turns. */
const steps = 12

test('the app that dies again in the middle of its recovery, at any step of it, loses nothing and does nothing twice', () => {
  let open = 0
  for (const [n, seed] of [...seeds(7001, 2 * steps)].entries()) {
    const world = new FullSim(seed)
    for (let moment = 0; moment < 12; moment++) world.live()
    world.crash()
    // Each step is something that the engine hears: a process, a transcript, the clock.
    for (let step = 0; step < n % steps && world.clock.next !== null; step++) world.clock.step()
    if (world.agents().some(({ frames }) => frames.length > 0)) open++
    world.crash()
    world.rest()
  }
  expect(open).toBeGreaterThan(steps / 2)
})
