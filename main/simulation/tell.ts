import { parseArgs } from 'node:util'
import { tellHall } from './tell-hall.ts'
import { tell } from './tell-world.ts'

/**
 * `npm run sim -- --seed 7`: tells one story, line by line, and whether every promise held; with `--hall` that of one
 * gathering.
 */
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, hall: { type: 'boolean', default: false } },
})
const { world, broken } = (values.hall ? tellHall : tell)(Number(values.seed), true)
console.log(world.log.join('\n'))
console.log(world.watch.counts)
console.log(broken ? `broken: ${broken.message}` : 'every promise held')
if (broken) process.exitCode = 1
