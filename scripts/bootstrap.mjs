import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { outsideEnvironment, root, run, windows } from './child.mjs'

const lockPath = join(root, 'package-lock.json')
const stampPath = join(root, 'node_modules', '.installed')
const ourNode = join(root, 'node_modules', 'node')

/** Installs the packages of the lock file unless they are installed. Exits the process on failure. */
export async function ensureInstalled() {
  const lock = readFileSync(lockPath)
  const wanted = createHash('sha256').update(lock).digest('hex')
  const found = existsSync(stampPath) ? readFileSync(stampPath, 'utf8') : ''
  if (found !== wanted) {
    if (!isInstalled(JSON.parse(lock.toString('utf8')))) await install()
    writeFileSync(stampPath, wanted)
  }
  await ensureNode()
}

/**
 * Prefers the Node from node_modules to the one that is running.
 * @returns {string} a path
 */
export function nodePath() {
  const ours = join(ourNode, 'bin', windows ? 'node.exe' : 'node')
  return existsSync(ours) ? ours : process.execPath
}

/**
 * Returns whether npm's own record lists the whole lock file, as after a manual `npm install`.
 * @param {{packages: Record<string, {version: string, optional?: boolean}>}} lock
 */
function isInstalled(lock) {
  const recordPath = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(recordPath)) return false
  /** @type {typeof lock} */
  const record = JSON.parse(readFileSync(recordPath, 'utf8'))
  return Object.entries(lock.packages).every(([path, wanted]) => {
    const found = record.packages[path]
    return path === '' || (found === undefined ? wanted.optional === true : found.version === wanted.version)
  })
}

async function install() {
  console.log('Installing the packages that Janus needs (once; about a minute, a few hundred MB)…')
  const began = Date.now()
  const code = await npm('ci', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error')
  if (code !== 0) {
    fail(
      code === 127
        ? 'npm was not found. Install Node 20 or newer together with npm.'
        : 'The packages could not be installed. Without a network, or behind a proxy that npm does not know, ' +
            'this cannot work: see what npm says above, then start again.',
    )
  }
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}

/** With `ignore-scripts`, npm skips the script that fetches Node, so run it by hand. */
async function ensureNode() {
  if (existsSync(join(ourNode, 'bin', windows ? 'node.exe' : 'node'))) return
  if (isNewEnough(process.versions.node)) return
  console.log('Fetching a current Node for Janus…')
  const script = join(ourNode, 'installArchSpecificPackage.js')
  await run(process.execPath, [script], { cwd: ourNode, env: outsideEnvironment() })
  if (nodePath() !== process.execPath) return
  fail(
    `Janus needs Node 22.13 or newer; this is ${process.versions.node}, and the npm package "node" could not be ` +
      'installed. Install a current Node, or let npm reach its registry, then start again.',
  )
}

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 13)
}

/** @param {string[]} args */
function npm(...args) {
  return run('npm', args, { env: outsideEnvironment(), shell: windows })
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}
