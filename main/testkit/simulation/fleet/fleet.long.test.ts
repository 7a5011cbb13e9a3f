import { expect, test } from 'vitest'
import { tellFleet } from './fleet-world.ts'

test('a fleet of a hundred machines keeps every promise too', { timeout: 600_000 }, () => {
  const { world, broken } = tellFleet(1, { size: 100, events: 300 })
  expect(broken).toBeNull()
  expect(world.watch.counts['taken']).toBeGreaterThan(150)
})
