import { parseArgs } from 'node:util'
import { tell } from './tell-world.ts'

/** `npm run sim -- --seed 7`: tells one story, line by line, and whether every promise held. */
const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
const { world, broken } = tell(Number(values.seed), true)
console.log(world.log.join('\n'))
console.log(world.watch.counts)
console.log(broken ? `broken: ${broken.message}` : 'every promise held')
if (broken) process.exitCode = 1
