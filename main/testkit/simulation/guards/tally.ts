import { makeReplaceable, putInPlace } from '../mutants/replacements.ts'
import { guards } from './guards.ts'

/** `node tally.ts NAME …`: plays all scenes without the guards that are named, and prints a tally of each, as JSON. */
const taken = process.argv.slice(2)
makeReplaceable(guards.map(({ without }) => without))
putInPlace(guards.filter(({ name }) => taken.includes(name)).map(({ without }) => without))

// Only now, so that they get the changed rules.
const { play, scenes } = await import('./scenes.ts')
console.log(JSON.stringify(scenes.map((scene) => play(scene))))
