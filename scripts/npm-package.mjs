import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, nodePath } from './bootstrap.mjs'
import { build } from './build.mjs'
import { outsideEnvironment, root, runQuietly } from './child.mjs'
import { ownerFields } from './manifests.mjs'
import { placeholder } from './owner.mjs'

/** Parts of the build that the npm package contains; their dependencies are bundled. */
const built = [
  'desktop',
  'core',
  'preload',
  'renderer',
  'mcp-servers',
  'sweep',
  'walk',
  'backup',
  'command',
  'build.json',
  'licences.txt',
]
/** The launcher's sources, which are not bundled. */
const launcher = [
  'npm',
  'bootstrap.mjs',
  'child.mjs',
  'electron.mjs',
  ...[
    'above',
    'desktop',
    'ending',
    'fetch',
    'flags',
    'launch',
    'obstacles',
    'outcome',
    'reasons',
    'said',
  ].map(launch),
  ...['state-folder', 'wishes'].map(launch),
]

/** @param {string} name */
function launch(name) {
  return `launch/${name}.mjs`
}

/**
 * Makes the npm package: the built app and its launcher, without sources or dependencies. Rejects with the
 * reason.
 * @param {string} folder
 * @returns {Promise<string>} path of the archive
 */
export async function packNpm(folder) {
  await build()
  const place = join(folder, 'package')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(join(place, 'dist', 'main'), { recursive: true })
  await bundleWeb(join(place, 'dist', 'main', 'web.js'))
  const isShipped = (/** @type {string} */ path) =>
    !/\.map$|\.test\.ts$|\/renderer\/icon(?:s\/(?!256)|\.png$)/.test(path)
  for (const name of built)
    cpSync(join(root, 'dist', name), join(place, 'dist', name), { recursive: true, filter: isShipped })
  for (const name of launcher)
    cpSync(join(root, 'scripts', name), join(place, 'scripts', name), { recursive: true })
  chmodSync(join(place, 'scripts', 'npm', 'janus.mjs'), 0o755)
  for (const name of ['README.md', 'LICENSE']) cpSync(join(root, name), join(place, name))
  writeFileSync(join(place, 'package.json'), JSON.stringify(await manifest(), null, 2) + '\n')
  const args = ['pack', place, '--pack-destination', folder, '--silent', '--ignore-scripts']
  const { code, output } = await runQuietly('npm', args, { env: outsideEnvironment() })
  if (code !== 0) throw new Error(output)
  return join(folder, output.trim().split('\n').at(-1) ?? '')
}

/**
 * Bundles the web app with its dependencies; a checkout has them in node_modules.
 * @param {string} path
 */
async function bundleWeb(path) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--config', 'vite.node.config.ts', '--mode', 'npm-web']
  const { code, output } = await runQuietly(nodePath(), args, {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Error(output)
  cpSync(join(root, 'dist', 'npm', 'web.js'), path)
}

/** The published package.json: the repository's own is private and lists development tools. */
async function manifest() {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { npmName: name, ...owner } = await ownerFields()
  const { productName, desktopName, version, description, keywords, license, type, main } = own
  return {
    name,
    productName,
    desktopName,
    version,
    description,
    keywords,
    ...owner,
    license,
    type,
    main,
    bin: { janus: 'scripts/npm/janus.mjs' },
    engines: { node: '>=22.13' },
    peerDependencies: { electron: `>=${own.devDependencies.electron.split('.')[0]}` },
    peerDependenciesMeta: { electron: { optional: true } },
    // npm refuses to publish while owner.yml is not filled in.
    ...(placeholder.test(name) && { private: true }),
    publishConfig: { access: 'public' },
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled()
  const folder = join(root, 'dist', 'packages')
  mkdirSync(folder, { recursive: true })
  console.log(await packNpm(folder))
}
