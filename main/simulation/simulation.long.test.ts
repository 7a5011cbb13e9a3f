import { test } from 'vitest'
import { firstSeed, seeds, seedsFor } from '../testing/day.ts'
import { oftenInWeeks } from './coverage.ts'
import { expectOften, tellAll } from './telling.ts'

// The short suite begins with the same seeds of the day, and does not come so far.
const first = firstSeed + 2_000

test(
  `90 seconds of weeks, from seed ${String(first)} on, keep every promise`,
  { timeout: 300_000 },
  async () => {
    await tellAll('week', seedsFor(90_000, 500, first))
  },
)

test('1,000 others do, and take every path often enough', { timeout: 300_000 }, async () => {
  expectOften(await tellAll('week', seeds(2_000_001, 1_000)), oftenInWeeks)
})
