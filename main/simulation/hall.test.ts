import { expect, test } from 'vitest'
import { tellHalls } from './hall-coverage.ts'
import { tellHall } from './tell-hall.ts'

test('1,000 random gatherings keep every promise, and take every path', { timeout: 300_000 }, async () => {
  expect(await tellHalls(1, 650)).toBeGreaterThan(1_000)
})

test('the same seed tells the same gathering', () => {
  for (let seed = 1; seed <= 20; seed++) expect(tellHall(seed).world.log).toEqual(tellHall(seed).world.log)
})
