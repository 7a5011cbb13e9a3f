import { expect } from 'vitest'
import { tell } from './tell-world.ts'

/** Times per run that a path must be taken at least, so that the simulation does not idle. */
const often: Readonly<Record<string, number>> = {
  sent: 8,
  'prompts read': 5,
  'own turns': 0.1,
  'message held': 0.01,
  'message queued': 4,
  'message withdrawn': 0.05,
  'message dropped': 0.05,
  'message undeliverable': 0.1,
  'message answered': 4,
  'frame nudge written': 0.3,
  copies: 0.05,
  'folder decided': 0.2,
  'process renewed': 0.03,
  'frame nudge locating': 0.02,
  'frame mail locating': 0.3,
  'frame mail unfinished': 0.3,
}

/** Tells the worlds of many seeds; fails with the story of the first that breaks a promise, or if a path is rare. */
export function tellMany(first: number, runs: number): void {
  // Refusals are part of the story, and nobody asks where they were thrown.
  Error.stackTraceLimit = 0
  const counts: Record<string, number> = {}
  for (let seed = first; seed < first + runs; seed++) {
    const { world, broken } = tell(seed)
    if (broken) {
      Error.stackTraceLimit = 10
      throw new Error(
        `seed ${String(seed)}: ${broken.message}\n${tell(seed, true).world.log.slice(-60).join('\n')}`,
      )
    }
    for (const [what, count] of Object.entries(world.watch.counts)) counts[what] = (counts[what] ?? 0) + count
  }
  for (const [what, least] of Object.entries(often)) {
    expect.soft((counts[what] ?? 0) / runs, what).toBeGreaterThan(least)
  }
}
