import { parseArgs } from 'node:util'
import { tellGathering } from './tell-gathering.ts'
import { tell } from './tell-week.ts'

/**
 * `npm run sim -- --seed 7`: tells one story, line by line, and whether every promise held; with `--gathering` that of one
 * gathering.
 */
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, gathering: { type: 'boolean', default: false } },
})
const { world, broken } = (values.gathering ? tellGathering : tell)(Number(values.seed), true)
console.log(world.log.join('\n'))
console.log(world.watch.counts)
console.log(broken ? `broken: ${broken.message}` : 'every promise held')
if (broken) process.exitCode = 1
