import { expect, test } from 'vitest'
import { firstSeed, seeds, seedsFor } from '../testing/day.ts'
import { oftenInGatherings } from './gathering-coverage.ts'
import { tellGathering } from './tell-gathering.ts'
import { expectOften, keptSeeds, tellAll } from './telling.ts'

test('320 random gatherings keep every promise, and take every path', async () => {
  const told = await tellAll('gathering', seeds(1, 320))
  expect(told.counts['gathering running']).toBeGreaterThan(500)
  expectOften(told, oftenInGatherings)
})

test('gatherings that once did not keep every promise do', async () => {
  await tellAll('gathering', keptSeeds('gathering'))
})

test(`the day’s gatherings, from seed ${String(firstSeed)} on, keep every promise`, async () => {
  await tellAll('gathering', seedsFor(2_000, 40))
})

test('the same seed tells the same gathering', () => {
  for (const seed of seeds(firstSeed, 10))
    expect(tellGathering(seed).world.log).toEqual(tellGathering(seed).world.log)
})
