import { mkdir, writeFile } from 'node:fs/promises'
import { surroundings, table, type Figures, type Row } from './figures.ts'

/** What one row of the bench found out. */
export interface Result {
  title: string
  about: string
  /** Markdown. */
  table: string
  figures: unknown
  /** Every single measurement, by row; goes into the JSON only. */
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

/** Prints a result, if not told to be quiet, and keeps it as `results/NAME.md` and `results/NAME.json`. */
export async function keep(
  name: string,
  { title, about, table, ...numbers }: Result,
  quietly = false,
): Promise<void> {
  const around = surroundings()
  const { cores, load, node, platform } = around
  const measured = `Measured with Node ${node} on ${platform}, ${cores} cores, load ${load}. Compare within one run only.`
  const page = [`# ${title}`, about, table, measured].join('\n\n')
  const folder = new URL('results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  await writeFile(new URL(`${name}.md`, folder), `${page}\n`)
  await writeFile(
    new URL(`${name}.json`, folder),
    `${JSON.stringify({ title, about, surroundings: around, ...numbers }, null, 2)}\n`,
  )
  if (!quietly) process.stdout.write(`${page}\n`)
}
