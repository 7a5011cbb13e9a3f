import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { often } from './coverage.ts'
import { runWorld, type Kind } from './world.ts'
import { firstSeed, seedsFor } from '../factories/day.ts'
import { join } from 'node:path'
import type { Violation } from './invariant.ts'

// The short suite begins with the same seeds of the day, and runs fewer than this.
const first = firstSeed + 2_000

/** Minutes for the day's worlds of each kind, for runs of hours. */
const minutes = Number(process.env['JANUS_MINUTES'] ?? 0)

/** Seeds that broke a promise once and have no story: always run. */
const kept: Readonly<Record<Kind, readonly number[]>> = {
  week: [
    2_078_002_038, 2_078_011_027, 2_078_129_046, 2_500_000_772, 2_100_016_953, 2_100_005_406, 2_100_007_655,
    2_100_007_856, 2_100_014_659, 2_100_017_039, 2_100_026_689, 2_100_045_598, 2_100_058_255, 2_100_078_211,
    2_100_091_561, 2_100_134_176, 2_100_158_431, 2_100_168_587, 2_100_171_135, 2_100_176_256, 2_100_194_411,
    2_120_013_495, 2_120_038_769, 2_120_106_246, 2_120_133_714, 2_120_141_601, 2_120_195_767, 2_130_004_061,
    2_000_034, 2_000_614, 2_000_709, 2_000_718, 2_078_902_285, 2_000_409, 2_078_902_841, 2_078_502_003,
    3_001_324, 6_000_272, 8_000_139,
  ],
  gathering: [
    91_705, 2_078_206_607, 2_078_218_013, 2_078_220_510, 2_078_230_163, 3_000_808, 2_200_007_682,
    2_120_010_497, 2_079_204_708,
  ],
}

/** The number of worlds, and of their events. */
interface Told {
  readonly worlds: number
  readonly counts: Readonly<Record<string, number>>
}

/** Runs these seeds; fails with the log of the first broken world, which is kept. */
export async function runWorlds(kind: Kind, seeds: Iterable<number>): Promise<Told> {
  const limit = Error.stackTraceLimit
  // Refusals are part of the log, and their stacks are never used.
  Error.stackTraceLimit = 0
  try {
    const counts: Record<string, number> = {}
    let worlds = 0
    for (const seed of seeds) {
      const { world, broken } = runWorld(kind, seed)
      // Lets unawaited answers of commands settle.
      await Promise.resolve()
      if (broken) throw new Error(keepBroken(kind, seed, broken))
      for (const [what, count] of Object.entries(world.watch.counts))
        counts[what] = (counts[what] ?? 0) + count
      worlds++
    }
    return { worlds, counts }
  } finally {
    Error.stackTraceLimit = limit
  }
}

/** Seeds that broke a promise once, in general or on this machine. */
export function keptSeeds(kind: Kind): readonly number[] {
  mkdirSync(brokenFolder, { recursive: true })
  const here = readdirSync(brokenFolder).filter((file) => file.startsWith(kind))
  return [...kept[kind], ...here.map((file) => Number(/\d+/.exec(file)?.[0]))]
}

/** Expects each path to have been taken as often as `often` says (above `least`, per world). */
export function expectOften(kind: Kind, { worlds, counts }: Told, least = 0): void {
  for (const [what, times] of Object.entries(often[kind]))
    if (times > least) expect.soft((counts[what] ?? 0) / worlds, what).toBeGreaterThan(times)
}

/** What is run of a kind, and for how long. */
interface Share {
  /** Fixed seeds, by which each path is seen to be taken. */
  readonly others: Iterable<number>
  /** Milliseconds; what the fixed seeds leave of it is the day's. */
  readonly span: number
  /** The least number of the day's seeds, however slow the machine is. */
  readonly least: number
}

/** Tests of very many worlds: limited by time, so that faster code runs more of them. */
export function runLong(kind: Kind, { others, span, least }: Share): void {
  const ms = Math.max(span, minutes * 60_000)
  const end = performance.now() + ms

  test('of many others, which take every path often enough', async () => {
    expectOften(kind, await runWorlds(kind, others))
  })

  test(
    `of the day’s, from seed ${String(first)} on, as many as go in the time`,
    { timeout: ms + 600_000 },
    async ({ annotate }) => {
      const { worlds } = await runWorlds(kind, seedsFor(end - performance.now(), least, first))
      await annotate(`${String(worlds)} of the day’s ${kind}s`)
      expect(worlds).toBeGreaterThanOrEqual(least)
    },
  )
}

/** The logs of worlds that broke a promise on this machine. */
const brokenFolder = join(import.meta.dirname, '..', '..', '..', '.cache', 'broken')

/** Writes the log of a broken world; returns a summary with instructions. */
function keepBroken(kind: Kind, seed: number, { message }: Violation): string {
  const { log } = runWorld(kind, seed, true).world
  const file = join(brokenFolder, `${kind}-${String(seed)}.txt`)
  mkdirSync(brokenFolder, { recursive: true })
  writeFileSync(file, `${log.join('\n')}\nbroken: ${message}\n`)
  return [
    `${kind} ${String(seed)}: ${message}`,
    ...log.slice(-60),
    `All of it is in ${file}. Make a story of it (core/stories/), or keep its seed (testkit/simulation/telling.ts).`,
  ].join('\n')
}
