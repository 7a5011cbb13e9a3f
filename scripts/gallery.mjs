import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled, nodePath } from './bootstrap.mjs'
import { root, run } from './child.mjs'
import { ensureChromium } from './chromium.mjs'

const usage = `Usage: npm run gallery -- [STATE…] [--serve [--port N]] [--theme light|dark] [--size SIZE]

Takes pictures of every state of the window, in light and dark, in each size, into .cache/gallery/.
  STATE        only states whose name begins so: "agent", "card-permission"
  --theme      only this theme
  --size       only this size: 1440x900, 900x700, or 200-percent
  --serve      open states by hand, in a browser of your own, instead of taking pictures
  --port N     with --serve: the port; any free one without it
  --list       print the names of all states`

const options = /** @type {const} */ ({
  serve: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  port: { type: 'string', default: '0' },
  theme: { type: 'string' },
  size: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
})

try {
  const { values } = parseArgs({ options, allowPositionals: true })
  if (values.help) {
    console.log(usage)
    process.exit(0)
  }
  await ensureInstalled()
  if (!values.serve) await ensureChromium()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  process.exit(2)
}
// The gallery's builder imports TypeScript, which needs the installed Node.
process.exit(await run(nodePath(), [join(root, 'scripts', 'gallery-run.mjs'), ...process.argv.slice(2)]))
