import { mkdir, writeFile } from 'node:fs/promises'

/** What one row of the bench found out. */
export interface Result {
  title: string
  about: string
  /** Markdown. */
  table: string
  surroundings: { cores: number; load: number; node: string; platform: string }
  figures: unknown
  /** Every single measurement, by row; goes into the JSON only. */
  samples: Record<string, number[]>
}

/** Prints a result and keeps it as `results/NAME.md` and `results/NAME.json`. */
export async function keep(
  name: string,
  { title, about, table, surroundings, ...numbers }: Result,
): Promise<void> {
  const { cores, load, node, platform } = surroundings
  const measured = `Measured with Node ${node} on ${platform}, ${cores} cores, load ${load}. Compare within one run only.`
  const page = [`# ${title}`, about, table, measured].join('\n\n')
  const folder = new URL('results/', import.meta.url)
  await mkdir(folder, { recursive: true })
  await writeFile(new URL(`${name}.md`, folder), `${page}\n`)
  await writeFile(
    new URL(`${name}.json`, folder),
    `${JSON.stringify({ title, about, surroundings, ...numbers }, null, 2)}\n`,
  )
  process.stdout.write(`${page}\n`)
}
