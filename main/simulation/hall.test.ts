import { expect, test } from 'vitest'
import { firstSeed, seeds, seedsFor } from '../testing/day.ts'
import { oftenInHalls } from './hall-coverage.ts'
import { tellHall } from './tell-hall.ts'
import { expectOften, keptSeeds, tellAll } from './telling.ts'

test('320 random halls keep every promise, and take every path', async () => {
  const told = await tellAll('hall', seeds(1, 320))
  expect(told.counts['gathering running']).toBeGreaterThan(500)
  expectOften(told, oftenInHalls)
})

test('gatherings that once did not keep every promise do', async () => {
  await tellAll('hall', keptSeeds('hall'))
})

test(`the day’s gatherings, from seed ${String(firstSeed)} on, keep every promise`, async () => {
  await tellAll('hall', seedsFor(2_000, 40))
})

test('the same seed tells the same gathering', () => {
  for (const seed of seeds(firstSeed, 10)) expect(tellHall(seed).world.log).toEqual(tellHall(seed).world.log)
})
