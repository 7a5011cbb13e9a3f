import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { outsideEnvironment, root, run, windows } from './child.mjs'
import { nodePath } from './bootstrap.mjs'

const folder = join(root, 'scripts', 'test-agents')
const stamp = join(folder, 'node_modules', '.installed')

/**
 * Brings the agents of other makers that the long suite tries Janus with, as `scripts/test-agents/package-lock.json` names them:
 * some 1.1 GB, once. No install scripts are run: none of them is needed to start one.
 * @returns {Promise<boolean>} whether they are there
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
  // Not "ci": what a lock leaves out, since it exists for no system any more, would be an error to it.
  // With the Node that Janus brings: an older one would be given older versions.
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
