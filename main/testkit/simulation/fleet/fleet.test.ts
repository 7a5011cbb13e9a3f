import { describe, expect, test } from 'vitest'
import { seeds } from '../../factories/day.ts'
import { runFleet } from './fleet-world.ts'

const kept = [41, 55, 157, 270, 397, 1788]

describe('what one machine accepts for another comes to one conversation once, or ends visibly in both', () => {
  test('in 25 fleets', { timeout: 180_000 }, async () => {
    const counts = await tell(range(1, 25))
    expect(counts['taken']).toBeGreaterThan(600)
    expect(counts['taken of users']).toBeGreaterThan(100)
  })
  test(
    'in 28 whose agents are linked and sit in circles, users too, also over machines',
    { timeout: 180_000 },
    async () => {
      const counts = await tell(range(1, 28), true)
      expect(counts['crossed to elsewhere']).toBeGreaterThan(100)
      expect(counts['crossed from elsewhere']).toBeGreaterThan(30)
      expect(counts['said elsewhere']).toBeGreaterThan(10)
      expect(counts['passed elsewhere']).toBeGreaterThan(3)
      expect(counts['users asked: answered']).toBeGreaterThan(10)
      expect(counts['not understood']).toBeGreaterThan(10)
      expect(counts['crossed from a liar']).toBeGreaterThan(2)
    },
  )
  test('with seeds that failed once', async () => void (await tell(kept)), 180_000)
  test('with some fixed seeds', async () => void (await tell(seeds(5_000_001, 20))), 180_000)
  test(
    'with some fixed seeds, and linked agents',
    async () => void (await tell(seeds(6_000_001, 10), true)),
    180_000,
  )
})

const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, n) => first + n)

async function tell(all: Iterable<number>, linked = false): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const seed of all) {
    const { world, broken } = runFleet(seed, { linked })
    await Promise.resolve()
    if (broken) throw new Error(`fleet ${String(seed)}: ${broken.message}`, { cause: broken })
    for (const [what, count] of Object.entries(world.watch.counts)) counts[what] = (counts[what] ?? 0) + count
  }
  return counts
}
