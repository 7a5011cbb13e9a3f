import { expect, test } from 'vitest'
import { tellFleet } from './fleet-world.ts'

test('a fleet of thirty houses keeps every promise too', { timeout: 120_000 }, () => {
  const { world, broken } = tellFleet(1, { size: 30, events: 300 })
  expect(broken).toBeNull()
  expect(world.watch.counts['taken']).toBeGreaterThan(150)
})
