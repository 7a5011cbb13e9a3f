import { percentile, table, type Row } from './figures.ts'

/** Two sides of one thing, each measured by what it costs once, in microseconds. */
export interface Pair {
  readonly name: string
  readonly sides: readonly [against: () => number, measured: () => number]
}

/** What came of a pair: medians in microseconds, and the second as a multiple of the first. */
export interface Compared {
  readonly name: string
  readonly against: number
  readonly measured: number
  readonly ratio: number
  readonly samples: readonly [Row, Row]
}

/** Rounds that are not counted: caches and compilers get warm in them. */
const WARM_UP = 3

/** Measures all pairs in turns; each round begins with the other side. */
export function takeTurns(pairs: readonly Pair[], rounds: number): Compared[] {
  const samples = pairs.map((): [number[], number[]] => [[], []])
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const [at, { sides }] of pairs.entries()) {
      for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const cost = sides[side]()
        if (round >= 0) samples[at]?.[side].push(cost)
      }
    }
  }
  return pairs.map(({ name }, at) => compared(name, samples[at] ?? [[], []]))
}

function compared(name: string, [first, second]: readonly [number[], number[]]): Compared {
  const [against, measured] = [percentile(first, 0.5), percentile(second, 0.5)]
  return {
    name,
    against: rounded(against),
    measured: rounded(measured),
    ratio: rounded(measured / against),
    samples: [
      { name: `${name}, before`, samples: first },
      { name: `${name}, after`, samples: second },
    ],
  }
}

/** A table of pairs; `head` names the rows and both sides. */
export function pairsTable(head: readonly [string, string, string], pairs: readonly Compared[]): string {
  return table(
    [...head, '×'],
    pairs.map(({ name, against, measured, ratio }) => [name, against, measured, ratio]),
  )
}

/** Microseconds of processor time that `count` of something took, for one: what else runs does not count. */
export function processorTime(run: () => number): number {
  const before = process.cpuUsage()
  const count = run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

/** Microseconds that passed, for one of `count`: the disk counts. */
export function passedTime(count: number, run: () => void): number {
  const before = performance.now()
  run()
  return (1000 * (performance.now() - before)) / count
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
