import { availableParallelism, loadavg } from 'node:os'

/** The value below which `share` (0 to 1) of the samples lie; nearest rank. Throws without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new Error('there are no samples')
  return value
}

/** One line of a table of latencies, in milliseconds. */
export interface Row {
  name: string
  samples: number[]
}

/** A row's figures, in milliseconds and as ratios against another row of the same run. */
export interface Figures {
  name: string
  pairs: number
  p50: number
  p95: number
  ratio50: number
  ratio95: number
}

/** The figures of each row against the row `base`. */
export function figuresOf(rows: readonly Row[], base: string): Figures[] {
  const against = rows.find((row) => row.name === base)?.samples ?? []
  return rows.map(({ name, samples }) => ({
    name,
    pairs: samples.length,
    p50: round(percentile(samples, 0.5)),
    p95: round(percentile(samples, 0.95)),
    ratio50: round(percentile(samples, 0.5) / percentile(against, 0.5)),
    ratio95: round(percentile(samples, 0.95) / percentile(against, 0.95)),
  }))
}

/** A Markdown table: the first column left, the others right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, head.map((_, index) => (index === 0 ? ':--' : '--:')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** What the figures were measured on; nothing that names the machine. */
export function surroundings(): { cores: number; load: number; node: string; platform: string } {
  return {
    cores: availableParallelism(),
    load: round(loadavg()[0] ?? 0),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
