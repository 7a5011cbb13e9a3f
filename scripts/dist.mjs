import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled, nodePath } from './bootstrap.mjs'
import { buildOrExit } from './build.mjs'
import { root, run, windows } from './child.mjs'
import { electronToPack } from './electron.mjs'
import { publisher } from './owner.mjs'

const usage = `Usage: npm run dist -- [--linux | --mac | --win] [--x64 | --arm64] [--dir] [--feed URL]

  Packs the desktop app for this system, or for the one named, into dist/packages.
  --dir    leave it as a folder: no installer, no archive around it
  --feed   where the packages look for updates, instead of the address in owner.yml`

/** Node's name of each system. */
const platforms = { linux: 'linux', mac: 'darwin', win: 'win32' }

const { system, arch, rest } = readFlags()
await ensureInstalled()
process.env.JANUS_CHANNEL ??= channel()
// Throws before the long build when a package could not be published.
publisher()
await buildOrExit()
const electron = await electronFor(system, arch)
const builder = join(root, 'node_modules', 'electron-builder', 'cli.js')
// In CI the builder would upload what it built.
const local = ['--publish', 'never']
process.exitCode = await run(nodePath(), [
  builder,
  `--${system}`,
  ...rest,
  `--${arch}`,
  ...local,
  ...electron,
])

/**
 * For this machine, reuses the Electron of `npm start`; for another the builder fetches one.
 * @param {keyof typeof platforms} wanted
 * @param {string} kind
 */
async function electronFor(wanted, kind) {
  if (platforms[wanted] !== process.platform || kind !== process.arch) return []
  const found = await electronToPack()
  if ('folder' in found) return [`-c.electronDist=${found.folder}`]
  console.error(found.problem)
  process.exit(1)
}

/** A version with a suffix, such as 1.2.0-nightly.3, is a nightly. */
function channel() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return version.includes('-') ? 'nightly' : 'stable'
}

function readFlags() {
  const flag = /** @type {const} */ ({ type: 'boolean' })
  try {
    const { values } = parseArgs({
      options: {
        linux: flag,
        mac: flag,
        win: flag,
        x64: flag,
        arm64: flag,
        dir: flag,
        feed: { type: 'string' },
        help: flag,
      },
    })
    if (values.help) explain('', 0)
    const systems = /** @type {const} */ (['linux', 'mac', 'win']).filter((name) => values[name])
    const arches = /** @type {const} */ (['x64', 'arm64']).filter((name) => values[name])
    if (systems.length > 1 || arches.length > 1) explain('One system at a time.', 2)
    const here = process.platform === 'darwin' ? 'mac' : windows ? 'win' : 'linux'
    return {
      system: systems[0] ?? here,
      arch: arches[0] ?? (process.arch === 'arm64' ? 'arm64' : 'x64'),
      rest: [...(values.dir ? ['dir'] : []), ...(values.feed ? [`-c.publish.url=${values.feed}`] : [])],
    }
  } catch (error) {
    return explain(error instanceof Error ? error.message : String(error), 2)
  }
}

/**
 * @param {string} problem
 * @param {number} code
 * @returns {never}
 */
function explain(problem, code) {
  if (problem !== '') console.error(`${problem}\n`)
  console.log(usage)
  process.exit(code)
}
