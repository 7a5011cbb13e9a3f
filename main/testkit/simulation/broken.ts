import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Violation } from './invariant.ts'
import { tell, type Kind } from './world.ts'

/** The logs of worlds that broke a promise on this machine. */
export const brokenFolder = join(import.meta.dirname, '..', '..', '..', '.cache', 'broken')

/** Writes the log of a broken world; returns a summary with instructions. */
export function keepBroken(kind: Kind, seed: number, { message }: Violation): string {
  const { log } = tell(kind, seed, true).world
  const file = join(brokenFolder, `${kind}-${String(seed)}.txt`)
  mkdirSync(brokenFolder, { recursive: true })
  writeFileSync(file, `${log.join('\n')}\nbroken: ${message}\n`)
  return [
    `${kind} ${String(seed)}: ${message}`,
    ...log.slice(-60),
    `All of it is in ${file}. Make a story of it (core/stories/), or keep its seed (testkit/simulation/telling.ts).`,
  ].join('\n')
}
