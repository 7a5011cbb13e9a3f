import { expect, test } from 'vitest'
import { firstSeed, seedsFor } from '../factories/day.ts'
import { expectOften, tellAll } from './telling.ts'
import type { Kind } from './world.ts'

// The short suite begins with the same seeds of the day, and does not come so far.
const first = firstSeed + 2_000

/** What is told of a kind, and for how long in all. */
export interface Share {
  /** Others that are the same each day, by which each path is seen to be taken. */
  readonly others: Iterable<number>
  /** In ms: what the others leave of it is the day’s. */
  readonly span: number
  /** So many of the day at least, however slow the machine is. */
  readonly least: number
}

/** The tests of very many worlds of a kind: by time, so that whatever makes them quicker tells more of them. */
export function tellLong(kind: Kind, { others, span, least }: Share): void {
  const end = performance.now() + span

  test('of many others, which take every path often enough', async () => {
    expectOften(kind, await tellAll(kind, others))
  })

  test(`of the day’s, from seed ${String(first)} on, as many as go in the time`, async ({ annotate }) => {
    const { worlds } = await tellAll(kind, seedsFor(end - performance.now(), least, first))
    await annotate(`${String(worlds)} of the day’s ${kind}s`)
    expect(worlds).toBeGreaterThanOrEqual(least)
  })
}
