import { expect, test } from 'vitest'
import { firstSeed, seeds, seedsFor } from '../testing/day.ts'
import { oftenInWeeks } from './coverage.ts'
import { expectOften, keptSeeds, tellAll } from './telling.ts'
import { tell } from './tell-week.ts'

/** Paths that so few weeks are sure to take; all of them are expected by the long suite. */
const usual = Object.fromEntries(Object.entries(oftenInWeeks).filter(([, least]) => least > 0.2))

test('200 random weeks keep every promise, and take each usual path often enough', async () => {
  expectOften(await tellAll('week', seeds(1, 200)), usual)
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
