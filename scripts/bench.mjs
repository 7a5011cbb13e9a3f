import { join } from 'node:path'
import { ensureInstalled, nodePath } from './bootstrap.mjs'
import { buildOrExit } from './build.mjs'
import { root, run } from './child.mjs'
import { ensureChromium } from './chromium.mjs'

// `npm run bench` measures everything, `npm run bench peer` one row; what follows goes to the row.
const [row, ...args] = process.argv.slice(2)
const rows = ['peer', 'start']
const known = row === undefined || rows.includes(row)
if (!known) console.error(`There is no row "${row}". There are: ${rows.join(', ')}.`)
await ensureInstalled()
if (known) await buildOrExit()
const env = known ? { ...process.env, JANUS_CHROMIUM: await ensureChromium() } : process.env
let failed = known ? 0 : 1
for (const name of known ? (row === undefined ? rows : [row]) : []) {
  const code = await run(nodePath(), [join(root, 'bench', `${name}.ts`), ...args], { env })
  if (code !== 0) failed = code
}
process.exit(failed)
