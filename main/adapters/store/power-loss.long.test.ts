import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'
import { seedsFor } from '../../testkit/factories/day.ts'
import { canRecord, commitsAtLast, problemAfter, randomLoss, record } from './testing/power-loss.ts'
import { acknowledged, type Operation } from './testing/write-log.ts'

const folder = makeQuickFolder('power')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Milliseconds for random losses; `JANUS_MINUTES` extends it. */
const span = Number(process.env['JANUS_MINUTES'] ?? 0) * 60_000 || 20_000

describe.skipIf(!canRecord())('a loss of power at any moment', { timeout: span + 160_000 }, () => {
  const disk = join(folder, 'disk')
  const problems = (operations: readonly Operation[], ms: number, least: number): string[] => {
    const found: string[] = []
    // Each disk is opened before the generator continues, since it stops by time.
    for (const seed of seedsFor(ms, least)) {
      const problem = problemAfter(operations, randomLoss(operations, seed), disk)
      if (problem !== null) found.push(problem)
    }
    return found
  }

  test('takes nothing that was acknowledged: what was not synced is gone, there, or torn', () => {
    const operations = record(folder, 40)
    expect(problems(operations, span, 100)).toEqual([])
    // Without the store's syncs, data is lost.
    const unsynced = operations.filter(({ do: what }) => what !== 'sync')
    expect(problems(unsynced, 0, 60)).not.toEqual([])
  })

  test('soon loses no unsynced commits either', () => {
    const operations = record(folder, 41)
    expect(acknowledged(operations, operations.length)).toBe(39)
    expect(commitsAtLast(operations, disk)).toBe(41)
  })
})
