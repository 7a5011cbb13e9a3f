import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutants, type Lived } from './mutants.ts'
import { core, makeReplaceable, putInPlace } from './replacements.ts'
import type { Asked, Verdict } from './runner.ts'

/**
 * `node worker.ts ASKED`, as JSON: tries one mutant after the other (`none`: the rules as they are) in rules that are
 * loaded once, before the stories and so many worlds of its kind. Prints the verdict on each, a line of JSON: the story
 * or world that finds it out first, or null.
 */
const { names, worlds, only } = JSON.parse(process.argv[2] ?? '') as Asked
makeReplaceable(mutants.map(({ mistake }) => mistake))

// Only now, so that they get rules that can be changed.
const { tellStory } = await import('../../stories/story.ts')
const { tell } = await import('../world.ts')
const { tellFleet } = await import('../fleet/fleet-world.ts')
Error.stackTraceLimit = 0

const folder = join(core, 'stories')
const stories = readdirSync(folder)
  .filter((one) => one.endsWith('.txt'))
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

for (const name of names) console.log(JSON.stringify(await verdictOn(name)))

async function verdictOn(name: string): Promise<Verdict> {
  const mutant = mutants.find((one) => one.name === name)
  if (!mutant && name !== 'none') throw new Error(`there is no mutant "${name}"`)
  putInPlace(mutant ? [mutant.mistake] : [])
  const lived = mutant ? [mutant.lived] : (['week', 'gathering', 'fleet'] as const)
  // The rules as they are have worlds enough elsewhere.
  return (
    (only === 'all' && mutant && mutant.seed !== null ? worldIn(mutant.lived, mutant.seed) : null) ??
    (only === 'worlds' ? null : storyAgainst()) ??
    (only === 'stories' ? null : await worldAgainst(lived, mutant ? worlds : Math.min(worlds, 3)))
  )
}

/** The story that finds it out is told first the next time: it may well find out the next mutant too. */
function storyAgainst(): Verdict {
  const at = stories.findIndex(({ text }) => attempt(() => tellStory(text)) !== text)
  const [found] = at < 0 ? [] : stories.splice(at, 1)
  if (found) stories.unshift(found)
  return found ? `story ${found.file}` : null
}

async function worldAgainst(kinds: readonly Lived[], most: number): Promise<Verdict> {
  for (const kind of kinds) {
    for (let seed = 1; seed <= most; seed++) {
      const found = worldIn(kind, seed)
      // What a world leaves to be done later would be kept until then, with all of it.
      await new Promise(setImmediate)
      if (found !== null) return found
    }
  }
  return null
}

function worldIn(kind: Lived, seed: number): Verdict {
  const told = () => (kind === 'fleet' ? tellFleet(seed, { linked: seed % 2 === 0 }) : tell(kind, seed))
  const broken = attempt(() => told().broken?.message ?? '')
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
