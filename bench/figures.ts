import { availableParallelism, loadavg } from 'node:os'

/** Nearest-rank percentile; `share` from 0 to 1. Throws without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new Error('there are no samples')
  return value
}

export interface Row {
  name: string
  samples: number[] // ms
}

/** A row's percentiles in milliseconds, and their ratios to another row of the same run. */
export interface Figures {
  name: string
  pairs: number
  p50: number
  p95: number
  ratio50: number
  ratio95: number
}

export interface Side {
  readonly name: string
  readonly measure: (round: number) => number | Promise<number>
}

/**
 * Measures all sides in every round, alternating their order so that none always follows the same one. The
 * first `warmUp` rounds are not counted: caches and compilers warm up.
 */
export async function inTurns(sides: readonly Side[], rounds: number, warmUp: number): Promise<Row[]> {
  const measured = sides.map((side) => ({ ...side, samples: [] as number[] }))
  for (let round = 0; round < warmUp + rounds; round += 1)
    for (const { measure, samples } of round % 2 === 0 ? measured : measured.toReversed()) {
      const took = await measure(round)
      if (round >= warmUp) samples.push(took)
    }
  return measured.map(({ name, samples }) => ({ name, samples }))
}

export function note(rows: Map<string, Row>, name: string, sample: number): void {
  const row = rows.get(name) ?? { name, samples: [] }
  rows.set(name, row)
  row.samples.push(sample)
}

export async function msOf(act: () => unknown): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}

/** Compares each row with the row `base`. */
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

/** A Markdown table: the first column left-aligned, the others right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, head.map((_, index) => (index === 0 ? ':--' : '--:')), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The hardware and software of the measurement; nothing that identifies the machine. */
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
