import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kind } from '../world.ts'
import { mutants } from './mutants.ts'
import { core, putInPlace } from './replacements.ts'

/**
 * `node worker.ts NAME WORLDS`: tells the stories and so many worlds of its kind with that mutant in the rules (with `none`: as
 * they are), and exits with 1 at the first that finds it out. Says who did.
 */
const [, , name = 'none', worlds = '100', only = 'all'] = process.argv
const mutant = mutants.find((one) => one.name === name)
if (!mutant && name !== 'none') throw new Error(`there is no mutant "${name}"`)
if (mutant) putInPlace([mutant.mistake])

// Only now, so that they get the changed rules.
const { tellStory } = await import('../../testing/story.ts')
const { tell } = await import('../world.ts')
Error.stackTraceLimit = 0

const lived = mutant ? [mutant.lived] : (['week', 'gathering'] as const)
const witness =
  (only === 'all' && mutant && mutant.seed !== null ? worldIn(mutant.lived, mutant.seed) : null) ??
  (only === 'worlds' ? null : storyAgainst()) ??
  (only === 'stories' ? null : worldAgainst(lived))
if (witness !== null) {
  console.log(witness)
  process.exitCode = 1
}

function storyAgainst(): string | null {
  const folder = join(core, 'stories')
  for (const file of readdirSync(folder).filter((one) => one.endsWith('.txt'))) {
    const text = readFileSync(join(folder, file), 'utf8')
    const told = attempt(() => tellStory(text))
    if (told !== text) return `story ${file}`
  }
  return null
}

function worldAgainst(kinds: readonly Kind[]): string | null {
  for (const kind of kinds) {
    for (let seed = 1; seed <= Number(worlds); seed++) {
      const found = worldIn(kind, seed)
      if (found !== null) return found
    }
  }
  return null
}

function worldIn(kind: Kind, seed: number): string | null {
  const broken = attempt(() => tell(kind, seed).broken?.message ?? '')
  return broken === '' ? null : `${kind}, seed ${String(seed)}: ${broken}`
}

/** A rule that falls over is found out too. */
function attempt(act: () => string): string {
  try {
    return act()
  } catch (error) {
    return `fell over: ${String(error)}`
  }
}
