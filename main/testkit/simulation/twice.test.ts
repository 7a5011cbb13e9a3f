import { expect, test } from 'vitest'
import { seeds } from '../factories/day.ts'
import { FullSim } from './full-sim.ts'

/** About the number of steps in a recovery: reading transcripts, starting processes, resuming turns. */
const steps = 8
const worlds = 12

test('the app that dies again in the middle of its recovery, at any step of it, loses nothing and does nothing twice', () => {
  let reading = 0
  for (const seed of seeds(7001, worlds)) {
    const world = new FullSim(seed)
    for (let moment = 0; moment < 12; moment++) world.live()
    for (let reached = 0; reached < steps; reached++) {
      world.crash()
      // Each step is an event of a process, a transcript or the clock.
      for (let step = 0; step < reached && world.clock.next !== null; step++) world.clock.step()
      if (world.agents().some(({ frames }) => frames.some(({ phase }) => phase === 'locating'))) reading++
    }
    world.rest()
  }
  expect(reading).toBeGreaterThan(steps)
})
