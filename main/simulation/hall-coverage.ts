import { expect } from 'vitest'
import { tellHall } from './tell-hall.ts'

/** Times per gathering that a path must be taken at least, so that the simulation does not idle. */
const often: Readonly<Record<string, number>> = {
  'convened by the person': 0.76,
  'proposed by an agent': 0.25,
  'proposal started': 0.41,
  'proposal dismissed': 0.018,
  'gathering running': 0.79,
  'gathering harvesting': 0.75,
  harvested: 0.67,
  'cards proposed': 0.41,
  'closed: spoken': 0.71,
  'closed: ended': 0.047,
  'closed: expired': 0.022,
  'closed: deserted': 0.022,
  'closed: dismissed': 0.018,
  'circle of 2': 0.4,
  'circle of 3': 0.26,
  'circle of 4': 0.073,
  'circle of up to 8': 0.045,
  'circle of up to 12': 0.0096,
  'asked: grant': 5.8,
  'asked: beat': 1.6,
  'asked: final': 1.5,
  'model turns': 9.8,
  'words put': 62,
  'words noted ahead': 0.12,
  'round whole': 1.7,
  'in order': 0.81,
  'second turn': 0.19,
  unsealed: 1.8,
  'row said': 9.1,
  'row passed': 0.74,
  'row silent': 0.77,
  'row missed': 0.88,
  'row comment': 0.018,
  'row host': 0.19,
  'row note': 0.21,
  'row opened': 0.57,
  'row phase': 2.3,
  'piece moved: by phrase': 2.5,
  'piece moved: by tool': 1.5,
  'piece moved: by the person': 0.5,
  'piece moved: by the host': 0.31,
  'piece moved: let go': 0.005,
  'piece moved: silent': 0.69,
  'piece moved: its time was up': 0.7,
  'piece moved: its holder left': 0.029,
  'piece moved: the final beat is answered': 0.59,
  'passed by tool': 1.2,
  'pass tried by the holder': 2.3,
  'pass tried by another': 0.026,
  'paused: cap': 0.15,
  'paused: host': 0.12,
  'paused: person': 0.049,
  'stopped: card': 0.11,
  'stopped: hold': 0.15,
  'stopped: pause': 0.33,
  'cut short: late': 0.29,
  'cut short: skipped': 0.045,
  'cut short: taken': 0.017,
  'cut short: closed': 0.018,
  'the person is away': 0.23,
  'restarted with the piece': 0.083,
  'own turns': 0.051,
  'hand close': 0.049,
  'hand extend': 0.083,
  'hand hand': 0.09,
  'hand here': 0.16,
  'hand hold': 0.08,
  'hand host': 0.2,
  'hand note': 0.083,
  'hand open': 0.082,
  'hand pass': 0.24,
  'hand pause': 0.077,
  'hand resume': 0.45,
  'hand say': 0.39,
  'hand say and keep': 0.095,
  'hand skip': 0.17,
  'hand take': 0.15,
}

/** Tells the halls of many seeds, and answers how many gatherings ran in them; fails with the story of the first that breaks a promise, or if a path is rare. */
export async function tellHalls(first: number, runs: number): Promise<number> {
  // Refusals are part of the story, and nobody asks where they were thrown.
  Error.stackTraceLimit = 0
  const counts: Record<string, number> = {}
  for (let seed = first; seed < first + runs; seed++) {
    const { world, broken } = tellHall(seed)
    // Answers to commands that nobody has waited for are let go.
    await Promise.resolve()
    if (broken) {
      Error.stackTraceLimit = 10
      const { log } = tellHall(seed, true).world
      throw new Error(`seed ${String(seed)}: ${broken.message}\n${log.slice(-60).join('\n')}`)
    }
    for (const [what, count] of Object.entries(world.watch.counts)) counts[what] = (counts[what] ?? 0) + count
  }
  for (const [what, least] of Object.entries(often)) {
    expect.soft((counts[what] ?? 0) / runs, what).toBeGreaterThan(least)
  }
  return counts['gathering running'] ?? 0
}
