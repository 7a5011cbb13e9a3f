import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'
import { seedsFor } from '../../testkit/factories/day.ts'
import { canRecord, commitsAtLast, problemAfter, randomLoss, record } from './testing/power-loss.ts'
import { acknowledged, type Deed } from './testing/write-log.ts'

const folder = makeQuickFolder('power')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Every prefix, and many more subsets: `npm run bench -- power-loss`.
describe.skipIf(!canRecord())('a loss of power at any moment', { timeout: 180_000 }, () => {
  const disk = join(folder, 'disk')
  const problems = (deeds: readonly Deed[], ms: number, least: number): string[] => {
    const found: string[] = []
    // Each disk is opened before the next seed is asked for: they go on for a time.
    for (const seed of seedsFor(ms, least)) {
      const problem = problemAfter(deeds, randomLoss(deeds, seed), disk)
      if (problem !== null) found.push(problem)
    }
    return found
  }

  test('takes nothing that was acknowledged: what was not synced is gone, there, or torn', () => {
    const deeds = record(folder, 40)
    expect(problems(deeds, 20_000, 100)).toEqual([])
    // Without the syncs of the store it would.
    const unsynced = deeds.filter(({ do: what }) => what !== 'sync')
    expect(problems(unsynced, 0, 60)).not.toEqual([])
  })

  test('soon takes nothing of what nobody waited for either', () => {
    const deeds = record(folder, 41)
    expect(acknowledged(deeds, deeds.length)).toBe(39)
    expect(commitsAtLast(deeds, disk)).toBe(41)
  })
})
