import { describe, expect, test } from 'vitest'
import { firstSeed, seeds, seedsFor } from '../factories/day.ts'
import { expectOften, keptSeeds, runWorlds } from './telling.ts'
import { runWorld } from './world.ts'

// So few weeks are sure to take only frequent paths; the long suite expects all.
describe.each([
  { kind: 'week', first: 1, count: 100, usual: 0.2, ms: 3_000 },
  { kind: 'gathering', first: 2001, count: 100, usual: 0.025, ms: 2_000 },
] as const)(
  'each random $kind keeps every promise',
  { timeout: 240_000 },
  ({ kind, first, count, usual, ms }) => {
    test(`of ${String(count)}, which take each usual path often enough`, async () => {
      expectOften(kind, await runWorlds(kind, seeds(first, count)), usual)
    })

    test('with seeds that failed once', async () => {
      await runWorlds(kind, keptSeeds(kind))
    })

    test(`of the day’s, from seed ${String(firstSeed)} on`, async () => {
      await runWorlds(kind, seedsFor(ms, 40))
    })

    test('and the same seed tells the same story', () => {
      for (const seed of seeds(firstSeed, 3))
        expect(runWorld(kind, seed).world.log).toEqual(runWorld(kind, seed).world.log)
    })
  },
)
