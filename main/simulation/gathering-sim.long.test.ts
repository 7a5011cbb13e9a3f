import { expect, test } from 'vitest'
import { firstSeed, seeds, seedsFor } from '../testing/day.ts'
import { oftenInGatherings } from './gathering-coverage.ts'
import { expectOften, tellAll } from './telling.ts'

// The short suite begins with the same seeds of the day, and does not come so far.
const first = firstSeed + 2_000

test(
  `90 seconds of gatherings, from seed ${String(first)} on, keep every promise`,
  { timeout: 300_000 },
  async () => {
    await tellAll('gathering', seedsFor(90_000, 1_000, first))
  },
)

test('2,000 others do, and take every path', { timeout: 300_000 }, async () => {
  const told = await tellAll('gathering', seeds(3_000_001, 2_000))
  expect(told.counts['gathering running']).toBeGreaterThan(3_000)
  expectOften(told, oftenInGatherings)
})
