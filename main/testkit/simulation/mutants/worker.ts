import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutants, type Lived } from './mutants.ts'
import { core, makeReplaceable, activate } from './replacements.ts'
import type { Asked, Verdict } from './runner.ts'

/**
 * `node worker.ts ASKED`, with JSON: tries mutants one after the other (`none`: the unchanged rules) in a
 * core that is loaded once, against the stories and a number of worlds. Prints a line of JSON for each: the
 * first story or world that kills it, or null.
 */
const { names, worlds, only } = JSON.parse(process.argv[2] ?? '') as Asked
makeReplaceable(mutants.map(({ mistake }) => mistake))

// Imported after `makeReplaceable`, so that they load the replaceable core.
const { runStory } = await import('../../stories/story.ts')
const { runWorld } = await import('../world.ts')
const { runFleet } = await import('../fleet/fleet-world.ts')
Error.stackTraceLimit = 0

const folder = join(core, 'stories')
const stories = readdirSync(folder)
  .filter((one) => one.endsWith('.txt'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

for (const name of names) console.log(JSON.stringify(await verdictOn(name)))

async function verdictOn(name: string): Promise<Verdict> {
  const mutant = mutants.find((one) => one.name === name)
  if (!mutant && name !== 'none') throw new Error(`there is no mutant "${name}"`)
  activate(mutant ? [mutant.mistake] : [])
  const lived = mutant ? [mutant.lived] : (['week', 'gathering', 'fleet'] as const)
  // The unchanged rules get enough worlds elsewhere.
  return (
    (only === 'all' && mutant && mutant.seed !== null ? worldIn(mutant.lived, mutant.seed) : null) ??
    (only === 'worlds' ? null : storyAgainst()) ??
    (only === 'stories' ? null : await worldAgainst(lived, mutant ? worlds : Math.min(worlds, 3)))
  )
}

/** A story that kills a mutant is tried first next time, since it may kill similar ones. */
function storyAgainst(): Verdict {
  const at = stories.findIndex(({ text }) => attempt(() => runStory(text)) !== text)
  const [found] = at < 0 ? [] : stories.splice(at, 1)
  if (found) stories.unshift(found)
  return found ? `story ${found.file}` : null
}

async function worldAgainst(kinds: readonly Lived[], most: number): Promise<Verdict> {
  for (const kind of kinds) {
    for (let seed = 1; seed <= most; seed++) {
      const found = worldIn(kind, seed)
      // Lets pending work of a world run, which otherwise keeps the world in memory.
      await new Promise(setImmediate)
      if (found !== null) return found
    }
  }
  return null
}

function worldIn(kind: Lived, seed: number): Verdict {
  const told = () => (kind === 'fleet' ? runFleet(seed, { linked: seed % 2 === 0 }) : runWorld(kind, seed))
  const broken = attempt(() => told().broken?.message ?? '')
  return broken === '' ? null : `${kind}, seed ${String(seed)}: ${broken}`
}

/** A mutant that crashes is killed too. */
function attempt(act: () => string): string {
  try {
    return act()
  } catch (error) {
    return `fell over: ${String(error)}`
  }
}
