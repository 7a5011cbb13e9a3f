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

/** Three ranks of some latencies, in milliseconds. */
export interface Ranks {
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Two sides of one thing, and how many times faster the first is; null where there was no other side. */
export interface Race {
  readonly name: string
  readonly count: number
  readonly own: Ranks
  readonly other: (Ranks & { readonly count: number }) | null
  readonly faster: Ranks | null
}

/** The ranks of both sides. Times are compared as measured, and rounded afterwards. */
export function raceOf(name: string, own: readonly number[], other: readonly number[]): Race {
  const [first, second] = [ranksOf(own), other.length === 0 ? null : ranksOf(other)]
  return {
    ...{ name, count: own.length, own: eachRank(round, first) },
    other: second === null ? null : { count: other.length, ...eachRank(round, second) },
    faster: second === null ? null : eachRank((value, rank) => Math.round(value / first[rank]), second),
  }
}

function ranksOf(samples: readonly number[]): Ranks {
  return { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95), p99: percentile(samples, 0.99) }
}

function eachRank(of: (value: number, rank: keyof Ranks) => number, { p50, p95, p99 }: Ranks): Ranks {
  return { p50: of(p50, 'p50'), p95: of(p95, 'p95'), p99: of(p99, 'p99') }
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
