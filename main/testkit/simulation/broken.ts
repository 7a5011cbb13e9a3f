import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Violation } from './invariant.ts'
import { tell, type Kind } from './world.ts'

/** Of each world that broke a promise here, how that came. */
export const brokenFolder = join(import.meta.dirname, '..', '..', '..', '.cache', 'broken')

/** Writes down how a world came to break a promise; answers that in short, and what to do with it. */
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
