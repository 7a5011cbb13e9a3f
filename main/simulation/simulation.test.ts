import { expect, test } from 'vitest'
import { firstSeed, seeds, seedsFor } from '../testing/day.ts'
import { oftenInWeeks } from './coverage.ts'
import { expectOften, keptSeeds, tellAll } from './telling.ts'
import { tell } from './tell-world.ts'

test('500 random weeks keep every promise, and take every path often enough', async () => {
  expectOften(await tellAll('week', seeds(1, 500)), oftenInWeeks)
})

test('weeks that once did not keep every promise do', async () => {
  await tellAll('week', keptSeeds('week'))
})

test(`the day’s weeks, from seed ${String(firstSeed)} on, keep every promise`, async () => {
  await tellAll('week', seedsFor(3_000, 40))
})

test('the same seed tells the same story', () => {
  for (const seed of seeds(firstSeed, 20)) expect(tell(seed).world.log).toEqual(tell(seed).world.log)
})
