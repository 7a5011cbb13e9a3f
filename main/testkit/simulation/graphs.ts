/** A graph of links: each by its members' indices. */
export type Graph = readonly (readonly number[])[]

function pairsOf(size: number): Graph {
  return Array.from({ length: size }, (_, i) => i).flatMap((one) =>
    Array.from({ length: one }, (_, other) => [other, one]),
  )
}

/** Every non-empty graph of two-member links. */
export function allGraphs(size: number): readonly Graph[] {
  const pairs = pairsOf(size)
  return Array.from({ length: 2 ** pairs.length - 1 }, (_, i) =>
    pairs.filter((_pair, bit) => ((i + 1) >> bit) & 1),
  )
}

/** One graph of each shape, ignoring the agents' names. */
export function shapes(size: number): readonly Graph[] {
  return unlike(size, permutations(Array.from({ length: size }, (_, i) => i)))
}

/** One graph of each shape as seen from the first agent, with whom a conversation begins. */
export function outlooks(size: number): readonly Graph[] {
  const others = permutations(Array.from({ length: size - 1 }, (_, i) => i + 1))
  return unlike(
    size,
    others.map((order) => [0, ...order]),
  )
}

/** Keeps one of the graphs that equal each other under these permutations of the agents. */
function unlike(size: number, orders: readonly (readonly number[])[]): readonly Graph[] {
  const pairs = pairsOf(size)
  const names = pairs.map(nameOf)
  // The index of each pair under each permutation.
  const moves = orders.map((order) =>
    pairs.map((members) => names.indexOf(nameOf(members.map((member) => order[member] ?? 0)))),
  )
  const known = new Set<number>()
  return allGraphs(size).filter((graph) => {
    const places = graph.map((members) => names.indexOf(nameOf(members)))
    const same = moves.map((move) => places.reduce((bits, place) => bits | (1 << (move[place] ?? 0)), 0))
    const first = Math.min(...same)
    const isNew = !known.has(first)
    known.add(first)
    return isNew
  })
}

export function together(size: number): Graph {
  return [Array.from({ length: size }, (_, i) => i)]
}

function nameOf(members: readonly number[]): string {
  return members.toSorted((a, b) => a - b).join()
}

function permutations(list: readonly number[]): readonly (readonly number[])[] {
  if (list.length < 2) return [list]
  return list.flatMap((first) =>
    permutations(list.filter((other) => other !== first)).map((rest) => [first, ...rest]),
  )
}
