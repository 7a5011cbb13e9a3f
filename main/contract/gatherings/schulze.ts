import type { Ranks } from './decisions.ts'

/** `[i][j]`: number of ballots that prefer option i to j. An option missing in a ballot is last in it. */
export function countPreferences(ballots: readonly Ranks[], options: number): readonly (readonly number[])[] {
  const places = ballots.map((ranks) =>
    Array.from({ length: options }, (_, option) => {
      const at = ranks.findIndex((tied) => tied.includes(option))
      return at < 0 ? ranks.length : at
    }),
  )
  return Array.from({ length: options }, (_, i) =>
    Array.from({ length: options }, (__, j) => places.filter((of) => (of[i] ?? 0) < (of[j] ?? 0)).length),
  )
}

/**
 * Order by the Schulze method with winning votes: an option precedes another if the strongest path of
 * majorities from it is stronger than the one back. Options in one group are tied.
 */
export function schulzeOrder(ballots: readonly Ranks[], options: number): Ranks {
  const prefer = countPreferences(ballots, options)
  const all = Array.from({ length: options }, (_, option) => option)
  const at = (table: readonly (readonly number[])[], i: number, j: number): number => table[i]?.[j] ?? 0
  // A path is as strong as its weakest link (Floyd–Warshall).
  const paths = all.map((i) => all.map((j) => (at(prefer, i, j) > at(prefer, j, i) ? at(prefer, i, j) : 0)))
  for (const via of all)
    for (const i of all)
      for (const j of all) {
        const row = paths[i]
        if (row && i !== j) row[j] = Math.max(at(paths, i, j), Math.min(at(paths, i, via), at(paths, via, j)))
      }
  const order: number[][] = []
  let left = all
  while (left.length > 0) {
    const best = left.filter((i) => left.every((j) => at(paths, i, j) >= at(paths, j, i)))
    order.push(best)
    left = left.filter((i) => !best.includes(i))
  }
  return order
}
