import { expect, test } from 'vitest'
import { runFleet } from './fleet-world.ts'

test('a fleet of a hundred machines keeps every promise too', { timeout: 600_000 }, () => {
  const { world, broken } = runFleet(1, { size: 100, events: 300 })
  expect(broken).toBeNull()
  expect(world.watch.counts['taken']).toBeGreaterThan(150)
})
