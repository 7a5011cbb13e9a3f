import { mkdir, writeFile } from 'node:fs/promises'
import { figuresOf, surroundings, table, type Figures, type Row } from './figures.ts'

/** The result of one row of the bench. */
export interface Result {
  title: string
  about: string
  table: string
  figures: unknown
  /** Every measurement by row; only in the JSON, which is not committed. */
  samples: Record<string, number[]>
}

/** Column heads: the rows, the count, and the baseline. */
type Head = readonly [row: string, count: string, against: string]

/** A table of percentiles in milliseconds, with their ratios. */
export const latencyTable = ([row, count, against]: Head, figures: readonly Figures[]): string =>
  table(
    [row, count, 'p50', 'p95', `× ${against} p50`, `× ${against} p95`],
    figures.map((one) => [one.name, one.pairs, one.p50, one.p95, one.ratio50, one.ratio95]),
  )

/** Prints and saves latencies against the row `base`. */
export function keepLatencies(
  name: string,
  about: Pick<Result, 'title' | 'about'>,
  head: Head,
  rows: readonly Row[],
  base: string,
): Promise<void> {
  const figures = figuresOf(rows, base)
  return keep(name, { ...about, figures, table: latencyTable(head, figures), samples: samplesOf(rows) })
}

/** Rounds to a tenth of a millisecond. */
export function samplesOf(rows: readonly Row[]): Record<string, number[]> {
  return Object.fromEntries(
    rows.map(({ name, samples }) => [name, samples.map((ms) => Math.round(ms * 10) / 10)]),
  )
}

/** Prints a result unless `quietly`, and writes its page to `results/` and its numbers to `.cache/bench`. */
export async function keep(
  name: string,
  { title, about, table, ...numbers }: Result,
  quietly = false,
): Promise<void> {
  const around = surroundings()
  const { cores, load, node, platform } = around
  const measured = `Measured with Node ${node} on ${platform}, ${cores} cores, load ${load}. Compare within one run only.`
  const page = [`# ${title}`, about, table, measured].join('\n\n')
  const file = new URL(`../.cache/bench/${name}.json`, import.meta.url)
  await mkdir(new URL('.', file), { recursive: true })
  await writeFile(file, JSON.stringify({ title, about, surroundings: around, ...numbers }))
  await writeFile(new URL(`results/${name}.md`, import.meta.url), `${page}\n`)
  if (!quietly) process.stdout.write(`${page}\n`)
}
