import { expect } from 'vitest'
import { tellHall } from './tell-hall.ts'

/** Times per gathering that a path must be taken at least, so that the simulation does not idle. */
const often: Readonly<Record<string, number>> = {}

/** Tells the halls of many seeds; fails with the story of the first that breaks a promise, or if a path is rare. */
export function tellHalls(first: number, runs: number): void {
  // Refusals are part of the story, and nobody asks where they were thrown.
  Error.stackTraceLimit = 0
  const counts: Record<string, number> = {}
  for (let seed = first; seed < first + runs; seed++) {
    const { world, broken } = tellHall(seed)
    if (broken) {
      Error.stackTraceLimit = 10
      const { log } = tellHall(seed, true).world
      throw new Error(`seed ${String(seed)}: ${broken.message}\n${log.slice(-60).join('\n')}`)
    }
    for (const [what, count] of Object.entries(world.watch.counts)) counts[what] = (counts[what] ?? 0) + count
  }
  for (const [what, least] of Object.entries(often)) {
    expect.soft((counts[what] ?? 0) / runs, what).toBeGreaterThan(least)
  }
}
