import { percentile, table, type Row } from './figures.ts'

/** Two things to compare, each measured in microseconds. */
export interface Pair {
  readonly name: string
  readonly sides: readonly [against: () => number, measured: () => number]
}

/** Medians in microseconds, and their ratio. */
export interface Compared {
  readonly name: string
  readonly against: number
  readonly measured: number
  readonly ratio: number
  readonly samples: readonly [Row, Row]
}

/** Uncounted rounds: caches and compilers warm up. */
const WARM_UP = 3

/** Measures all pairs; rounds alternate the order of the sides. */
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

export function pairsTable(head: readonly [string, string, string], pairs: readonly Compared[]): string {
  return table(
    [...head, '×'],
    pairs.map(({ name, against, measured, ratio }) => [name, against, measured, ratio]),
  )
}

/** Microseconds of CPU time for each of the `count` that `run` returns; excludes other processes. */
export function processorTime(run: () => number): number {
  const before = process.cpuUsage()
  const count = run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

/** Microseconds of wall time for each of `count`; includes the disk. */
export function passedTime(count: number, run: () => void): number {
  const before = performance.now()
  run()
  return (1000 * (performance.now() - before)) / count
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
