import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, nodePath } from './bootstrap.mjs'
import { root, runQuietly } from './child.mjs'
import { licencesText } from './licences.mjs'

/**
 * A Vite build: source folders, output file, and Vite's arguments.
 * @typedef {{name: string, sources: string[], output: string, args: string[]}} Part
 */
const shared = ['package-lock.json', 'tsconfig.base.json', 'main/contract']
const node = ['--config', 'vite.node.config.ts', '--mode']
/** @type {Part[]} */
export const bundledParts = [
  {
    name: 'window',
    sources: [...shared, 'vite.config.ts', 'renderer', 'assets'],
    output: 'renderer/index.html',
    args: [],
  },
  {
    name: 'main',
    sources: [...shared, 'package.json', 'vite.node.config.ts', 'main', 'mcp-servers'],
    output: 'main/web.js',
    args: [...node, 'main'],
  },
  {
    name: 'desktop',
    sources: [...shared, 'package.json', 'vite.node.config.ts', 'main', 'mcp-servers'],
    output: 'desktop/main.cjs',
    args: [...node, 'desktop'],
  },
  {
    name: 'core',
    sources: [...shared, 'package.json', 'vite.node.config.ts', 'main', 'mcp-servers'],
    output: 'core/core.cjs',
    args: [...node, 'core'],
  },
  {
    name: 'preload',
    sources: [...shared, 'vite.node.config.ts', 'main/apps/desktop'],
    output: 'preload/preload.cjs',
    args: [...node, 'preload'],
  },
  {
    name: 'mcp-servers',
    sources: [...shared, 'vite.node.config.ts', 'mcp-servers'],
    output: 'mcp-servers/agents.mjs',
    args: [...node, 'mcp-servers'],
  },
  {
    name: 'history',
    sources: [...shared, 'vite.node.config.ts', 'mcp-servers'],
    output: 'mcp-servers/history.mjs',
    args: [...node, 'history'],
  },
  {
    name: 'sweep',
    sources: [...shared, 'vite.node.config.ts', 'main'],
    output: 'sweep/sweep.mjs',
    args: [...node, 'sweep'],
  },
  {
    name: 'walk',
    sources: [...shared, 'vite.node.config.ts', 'main'],
    output: 'walk/walk.mjs',
    args: [...node, 'walk'],
  },
  {
    name: 'copy',
    sources: [...shared, 'vite.node.config.ts', 'main'],
    output: 'backup/copy.mjs',
    args: [...node, 'copy'],
  },
  {
    name: 'backup',
    sources: [...shared, 'package.json', 'vite.node.config.ts', 'main'],
    output: 'backup/backup.mjs',
    args: [...node, 'backup'],
  },
  {
    name: 'janus',
    sources: [...shared, 'package.json', 'vite.node.config.ts', 'mcp-servers'],
    output: 'command/janus.js',
    args: [...node, 'janus'],
  },
  {
    name: 'rehearsal',
    sources: [...shared, 'vite.node.config.ts', 'main/adapters/rehearsal'],
    output: 'rehearsal.js',
    args: [...node, 'rehearsal'],
  },
]
const stampPath = join(root, 'dist', '.built.json')

/**
 * Builds the parts whose sources have changed. Rejects with the output of Vite.
 * @param {readonly string[]} [without] parts to skip
 * @returns {Promise<string[]>} the parts that were built
 */
export async function build(without = []) {
  const stamps = existsSync(stampPath) ? JSON.parse(readFileSync(stampPath, 'utf8')) : {}
  const stale = bundledParts
    .filter(({ name }) => !without.includes(name))
    .map((part) => ({ ...part, hash: hashOf(part.sources) }))
    .filter((part) => stamps[part.name] !== part.hash || !existsSync(join(root, 'dist', part.output)))
  // Write only what differs: another user may own the tree, and git should report no change.
  const commit = commitHere()
  if (commit !== null || !existsSync(join(root, 'dist', 'build.json')))
    writeChanged('build.json', JSON.stringify({ commit, channel: channelHere() }))
  if (stale.length > 0 || !existsSync(join(root, 'dist', 'licences.txt')))
    writeChanged('licences.txt', licencesText())
  if (stale.length === 0) return []
  // Set explicitly: a test runner's NODE_ENV would give a development build.
  const env = { ...process.env, NODE_ENV: 'production' }
  const ended = await Promise.all(stale.map((part) => runQuietly(nodePath(), viteBuild(part), { env })))
  const problems = []
  for (const [index, part] of stale.entries()) {
    const { code, output } = ended[index] ?? { code: 1, output: '' }
    if (code === 0) stamps[part.name] = part.hash
    else problems.push(`The part "${part.name}" could not be built.\n${output}`)
  }
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stampPath, JSON.stringify(stamps))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return stale.map((part) => part.name)
}

/**
 * @param {string} name
 * @param {string} text
 */
function writeChanged(name, text) {
  const path = join(root, 'dist', name)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(path, text)
}

/** Returns null when git does not know the commit. */
function commitHere() {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : null
}

/** A package names its release channel; a checkout is `development`. */
const channelHere = () => process.env.JANUS_CHANNEL ?? 'development'

/** Builds; on failure prints the error and exits the process. */
export async function buildOrExit() {
  try {
    return await build()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** @param {Part} part */
function viteBuild(part) {
  return [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', ...part.args]
}

/**
 * Hashes the sources of a build.
 * @param {string[]} sources
 */
export function hashOf(sources) {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(filesUnder).sort()) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * Lists the files that can end up in a build: no tests.
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(join(root, path))) return []
  if (/\.[a-z]+$/.test(path)) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    (entry.isDirectory() && entry.name !== 'node_modules') || entry.isFile()
      ? filesUnder(`${path}/${entry.name}`)
      : [],
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled()
  const built = await buildOrExit()
  console.log(built.length === 0 ? 'Everything was built already.' : `Built: ${built.join(', ')}.`)
}
