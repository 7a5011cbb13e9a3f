import { expect, test } from 'vitest'
import { tellFleet } from './fleet-world.ts'

test.each([30, 100])('a fleet of %d houses keeps every promise too', { timeout: 600_000 }, (size) => {
  const { world, broken } = tellFleet(1, { size, events: 300 })
  expect(broken).toBeNull()
  expect(world.watch.counts['taken']).toBeGreaterThan(150)
})
