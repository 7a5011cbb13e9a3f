import { join } from 'node:path'
import { ensureInstalled, nodePath } from './bootstrap.mjs'
import { root, run } from './child.mjs'

// `npm run sim -- --seed 7` prints one random story of the simulation.
await ensureInstalled()
const tell = join(root, 'main', 'testkit', 'simulation', 'tell.ts')
process.exit(await run(nodePath(), [tell, ...process.argv.slice(2)]))
