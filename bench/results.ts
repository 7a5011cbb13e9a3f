import { mkdir, writeFile } from 'node:fs/promises'
import { surroundings, table, type Figures, type Row } from './figures.ts'

/** What one row of the bench found out. */
export interface Result {
  title: string
  about: string
  /** Markdown. */
  table: string
  figures: unknown
  /** Every single measurement, by row; goes into the JSON only, which is no part of the repository. */
  samples: Record<string, number[]>
}

/** Latencies, and how their table is headed. */
interface Latencies extends Pick<Result, 'title' | 'about'> {
  /** What a row is, what is counted in it, and what its ratios are against. */
  head: readonly [row: string, count: string, against: string]
  rows: readonly Row[]
  figures: readonly Figures[]
}

/** Prints and keeps latencies as a table of percentiles, in milliseconds, with their ratios. */
export function keepLatencies(name: string, { title, about, head, rows, figures }: Latencies): Promise<void> {
  const [row, count, against] = head
  return keep(name, {
    title,
    about,
    figures,
    table: table(
      [row, count, 'p50', 'p95', `× ${against} p50`, `× ${against} p95`],
      figures.map((one) => [one.name, one.pairs, one.p50, one.p95, one.ratio50, one.ratio95]),
    ),
    samples: samplesOf(rows),
  })
}

/** The measurements of rows as they are kept: to a tenth of a millisecond. */
export function samplesOf(rows: readonly Row[]): Record<string, number[]> {
  return Object.fromEntries(
    rows.map(({ name, samples }) => [name, samples.map((ms) => Math.round(ms * 10) / 10)]),
  )
}

/** Where the numbers of the last run of a row are on this machine. */
export const numbersOf = (name: string): URL => new URL(`../.cache/bench/${name}.json`, import.meta.url)

/** Prints a result, if not told to be quiet, and writes its page to `results/` and its numbers to `numbersOf`. */
export async function keep(
  name: string,
  { title, about, table, ...numbers }: Result,
  quietly = false,
): Promise<void> {
  const around = surroundings()
  const { cores, load, node, platform } = around
  const measured = `Measured with Node ${node} on ${platform}, ${cores} cores, load ${load}. Compare within one run only.`
  const page = [`# ${title}`, about, table, measured].join('\n\n')
  const file = numbersOf(name)
  await mkdir(new URL('.', file), { recursive: true })
  await writeFile(file, JSON.stringify({ title, about, surroundings: around, ...numbers }))
  await writeFile(new URL(`results/${name}.md`, import.meta.url), `${page}\n`)
  if (!quietly) process.stdout.write(`${page}\n`)
}
