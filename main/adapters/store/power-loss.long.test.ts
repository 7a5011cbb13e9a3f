import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeQuickFolder } from '../../testing/quick-folder.ts'
import { firstSeed, seedsFor } from '../../testing/day.ts'
import { canRecord, problemAfter, prefixes, randomLoss, record } from './testing/power-loss.ts'

const folder = makeQuickFolder('power')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// All prefixes and many more subsets: `npm run bench -- power-loss`.
test.skipIf(!canRecord())(
  'what was acknowledged outlives a loss of power: unsynced writes gone, there, or torn, at any moment',
  () => {
    const deeds = record(folder, 40)
    const found: string[] = []
    const disk = join(folder, 'disk')
    for (const seed of seedsFor(20_000, 200)) {
      const problem = problemAfter(deeds, randomLoss(deeds, seed), disk)
      if (problem !== null) found.push(problem)
    }
    // The moments around each sync, at which most can go wrong.
    for (const loss of prefixes(deeds)) {
      const isNear = [deeds[loss.after - 1], deeds[loss.after]].some((deed) => deed?.do.startsWith('sync'))
      const problem = isNear ? problemAfter(deeds, loss, disk) : null
      if (problem !== null) found.push(problem)
    }
    expect(found).toEqual([])
    expect(firstSeed).toBeGreaterThan(0)
  },
  180_000,
)
