import { mutate } from '../mutants/mutated.ts'
import { guards } from './guards.ts'

/** `node tally.ts NAME …`: plays all scenes without the guards that are named, and prints a tally of each, as JSON. */
const without = process.argv.slice(2)
mutate(guards.filter(({ name }) => without.includes(name)).map(({ change }) => change))

// Only now, so that they get the changed rules.
const { play, scenes } = await import('./scenes.ts')
console.log(JSON.stringify(scenes.map((scene) => play(scene))))
