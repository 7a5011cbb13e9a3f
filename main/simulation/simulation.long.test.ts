import { test } from 'vitest'
import { seeds } from '../testing/day.ts'
import { oftenInWeeks } from './coverage.ts'
import { expectOften, tellAll } from './telling.ts'

// Known, and not mended yet: week 2078002038 breaks a promise (words of a circle come in order): a note that an
// interrupt has settled is written again. Until it is, the day's weeks are told by the short suite alone.
test(
  '2,000 random weeks keep every promise, and take every path often enough',
  { timeout: 600_000 },
  async () => {
    expectOften(await tellAll('week', seeds(2_000_001, 2_000)), oftenInWeeks)
  },
)
