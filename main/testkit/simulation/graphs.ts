/** Who is linked with whom: each link by the places of its members, from 0. */
export type Graph = readonly (readonly number[])[]

/** Every pair of so many agents. */
function pairsOf(size: number): Graph {
  return Array.from({ length: size }, (_, i) => i).flatMap((one) =>
    Array.from({ length: one }, (_, other) => [other, one]),
  )
}

/** Every way in which so many agents can be linked by twos, with a link at least. */
export function allGraphs(size: number): readonly Graph[] {
  const pairs = pairsOf(size)
  return Array.from({ length: 2 ** pairs.length - 1 }, (_, i) =>
    pairs.filter((_pair, bit) => ((i + 1) >> bit) & 1),
  )
}

/** One of each shape: those that differ by the agents' names only are the same. */
export function shapes(size: number): readonly Graph[] {
  return unlike(size, permutations(Array.from({ length: size }, (_, i) => i)))
}

/** The same as they look from the first agent, with whom a talk can begin: only the others' names make no difference. */
export function outlooks(size: number): readonly Graph[] {
  const others = permutations(Array.from({ length: size - 1 }, (_, i) => i + 1))
  return unlike(
    size,
    others.map((order) => [0, ...order]),
  )
}

/** One of those graphs that are the same but for such an order of the agents. */
function unlike(size: number, orders: readonly (readonly number[])[]): readonly Graph[] {
  const pairs = pairsOf(size)
  const names = pairs.map(nameOf)
  // Where each pair goes in each order of the agents.
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

/** One link of all. */
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
