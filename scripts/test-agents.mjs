import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { outsideEnvironment, root, run, windows } from './child.mjs'
import { nodePath } from './bootstrap.mjs'

const folder = join(root, 'scripts', 'test-agents')
const stamp = join(folder, 'node_modules', '.installed')

/**
 * Installs the other makers' agents for the long suite, as pinned in `scripts/test-agents/package-lock.json`:
 * about 1.1 GB, once. Runs no install scripts, since none is needed.
 * @returns {Promise<boolean>} whether they are installed
 */
export async function ensureTestAgents() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  console.log('Installing the agents of other makers that Janus is tried with (once; about 1.1 GB)…')
  const args = [
    'install',
    '--no-save',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--loglevel=error',
  ]
  // `npm ci` would reject the lock, which omits packages that no longer exist for any system. Uses Janus's
  // own Node: an older one would get older versions.
  const outside = outsideEnvironment()
  const env = { ...outside, PATH: [dirname(nodePath()), outside.PATH ?? ''].join(delimiter) }
  const code = await run('npm', args, {
    cwd: root,
    env,
    shell: windows,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (code !== 0) return false
  writeFileSync(stamp, wanted)
  return true
}
