import { describe, expect, test } from 'vitest'
import { tell } from './tell-world.ts'

const runs = Number(process.env['JANUS_SIM_RUNS'] ?? 2000)
const first = Number(process.env['JANUS_SIM_SEED'] ?? 1)

describe('random weeks of Janus', () => {
  test(`${runs} seeds keep every promise, and take every path often enough`, () => {
    const counts: Record<string, number> = {}
    for (let seed = first; seed < first + runs; seed++) {
      const { world, broken } = tell(seed)
      if (broken)
        throw new Error(`seed ${seed}: ${broken.message}\n${world.log.slice(-40).join('\n')}`, {
          cause: broken,
        })
      for (const [what, count] of Object.entries(world.watch.counts))
        counts[what] = (counts[what] ?? 0) + count
    }
    for (const [what, least] of Object.entries(often)) {
      expect.soft((counts[what] ?? 0) / runs, what).toBeGreaterThan(least)
    }
  })

  test('the same seed tells the same story', () => {
    for (let seed = 1; seed <= 50; seed++) expect(tell(seed).world.log).toEqual(tell(seed).world.log)
  })
})

/** Times per run that a path must be taken at least, so that the simulation does not idle. */
const often: Readonly<Record<string, number>> = {
  sent: 5,
  'prompts read': 3,
  'own turns': 0.02,
  'message held': 0.05,
  'message queued': 3,
  'message withdrawn': 0.05,
  'message dropped': 0.02,
  'message undeliverable': 0.005,
  'message answered': 2,
  'frame nudge written': 0.1,
  'frame mail locating': 0.2,
  'frame mail unfinished': 0.1,
}
