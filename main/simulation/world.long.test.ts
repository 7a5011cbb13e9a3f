import { describe, test } from 'vitest'
import { firstSeed, seeds, seedsFor } from '../testing/day.ts'
import { expectOften, tellAll } from './telling.ts'

// The short suite begins with the same seeds of the day, and does not come so far.
const first = firstSeed + 2_000

describe.each([
  { kind: 'week', least: 500, others: seeds(2_000_001, 1_000) },
  { kind: 'gathering', least: 1_000, others: seeds(3_000_001, 2_000) },
] as const)('each random $kind keeps every promise', { timeout: 300_000 }, ({ kind, least, others }) => {
  test(`for 90 seconds, from seed ${String(first)} on`, async () => {
    await tellAll(kind, seedsFor(90_000, least, first))
  })

  test('of many others, which take every path often enough', async () => {
    expectOften(kind, await tellAll(kind, others))
  })
})
