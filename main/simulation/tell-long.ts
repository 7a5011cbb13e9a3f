import { test } from 'vitest'
import { firstSeed, seedsFor } from '../testing/day.ts'
import { expectOften, tellAll } from './telling.ts'
import type { Kind } from './world.ts'

// The short suite begins with the same seeds of the day, and does not come so far.
const first = firstSeed + 2_000

/** The tests of very many worlds of a kind: of the day, at least so many, and others that are the same each day. */
export function tellLong(
  kind: Kind,
  { least, others }: { readonly least: number; readonly others: Iterable<number> },
): void {
  test(`for 45 seconds, from seed ${String(first)} on`, async () => {
    await tellAll(kind, seedsFor(45_000, least, first))
  })

  test('of many others, which take every path often enough', async () => {
    expectOften(kind, await tellAll(kind, others))
  })
}
