import { join } from 'node:path'
import { ensureInstalled, nodePath } from './bootstrap.mjs'
import { buildOrExit } from './build.mjs'
import { root, run } from './child.mjs'
import { ensureChromium } from './chromium.mjs'

/** The file of each row. @type {Record<string, string>} */
const rows = {
  p1: 'peer',
  p2: 'crossing',
  p4: 'durable',
  p5: 'engine',
  p6: 'hundred',
  p8: 'history-search',
  p9: 'window',
  p10: 'long',
  p11: 'desktop',
  p14: 'kinds',
  p16: 'light',
}

/** Long runs that prove rather than measure; not part of a full run. */
const proofs = ['kills', 'soak']

// Without a row, runs all of them; later arguments go to the row.
const [asked, ...args] = process.argv.slice(2)
const row = asked === undefined ? undefined : (rows[asked.toLowerCase()] ?? asked)
const names = Object.values(rows)
const known = row === undefined || [...names, ...proofs].includes(row)
if (!known) {
  const list = Object.entries(rows).map(([number, name]) => `${number} (${name})`)
  console.error(
    `There is no row "${asked}". There are: ${list.join(', ')}; and, each by itself: ${proofs.join(', ')}.`,
  )
}
await ensureInstalled()
if (known) await buildOrExit()
const env = known ? { ...process.env, JANUS_CHROMIUM: await ensureChromium() } : process.env
let failed = known ? 0 : 1
for (const name of known ? (row === undefined ? names : [row]) : []) {
  const code = await run(nodePath(), [join(root, 'bench', `${name}.ts`), ...args], { env })
  if (code !== 0) failed = code
}
process.exit(failed)
