import { parseArgs } from 'node:util'
import { runWorld } from './world.ts'

/** `npm run sim -- --seed 7` prints a random week and whether every promise held; `--gathering` a gathering. */
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, gathering: { type: 'boolean', default: false } },
})
const { world, broken } = runWorld(values.gathering ? 'gathering' : 'week', Number(values.seed), true)
console.log(world.log.join('\n'))
console.log(world.watch.counts)
console.log(broken ? `broken: ${broken.message}` : 'every promise held')
if (broken) process.exitCode = 1
