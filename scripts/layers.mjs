import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A layer of the code and what its files may import. Tests may import more, see `testLayer`.
 * @typedef {object} Layer
 * @property {string} at a folder, or a file without its extension
 * @property {string[]} mayImport
 * @property {RegExp} packages what package names must match
 * @property {RegExp} [typesOnly] files or packages of which only types may be imported
 * @property {boolean} [mayTest] whether test fakes and suites may be imported
 */

const none = /^$/
const any = /./
/** Packages that a page or a small server must not import. */
const ofMain = 'electron|express|playwright|@playwright|vitest|@anthropic-ai'

/**
 * The parts of a folder, each a layer of its own.
 * @param {string} folder
 */
const partsOf = (folder) =>
  readdirSync(fileURLToPath(new URL(`../${folder}`, import.meta.url)))
    .map((entry) => `${folder}/${entry.replace(/(\.test)?\.ts$/, '')}`)
    .filter((at, index, all) => all.indexOf(at) === index)

const notElectron = /^(?!electron)/

const belowEntities = ['main/contract', 'renderer/state', 'renderer/keys', 'renderer/components']

/** Entities of the window, in order: each may import only those before it. */
const entities = [
  'folder',
  'attachment',
  'kind',
  'tool',
  'budget',
  'agent',
  'machine',
  'role',
  'link',
  'log',
  'message',
  'card',
  'timer',
  'task',
  'gathering',
  'draft',
].map((name) => `renderer/entities/${name}`)

const features = readdirSync(fileURLToPath(new URL('../renderer/features', import.meta.url))).map(
  (name) => `renderer/features/${name}`,
)

/** The window's layers from the bottom. Features don't import each other; the shell combines them. */
const windowLayers = [
  { at: 'renderer/state', mayImport: ['main/contract'] },
  { at: 'renderer/keys', mayImport: ['main/contract', 'renderer/state'] },
  // Components know no domain nouns, so they import nothing of the contract.
  { at: 'renderer/components', mayImport: ['renderer/state', 'renderer/keys'] },
  ...entities.map((at, place) => ({ at, mayImport: [...belowEntities, ...entities.slice(0, place)] })),
  ...features.map((at) => ({ at, mayImport: [...belowEntities, 'renderer/entities'] })),
  // The gallery runs the real domain on the tests' memory ports, and is part of no program.
  { at: 'renderer/gallery', mayImport: ['main', 'renderer'], mayTest: true },
  { at: 'renderer', mayImport: ['main/contract'] },
]

/**
 * The core's folders in order. Each imports values only from those before it, and reaches later ones by facts
 * (step/facts.ts); types may come from anywhere.
 */
export const coreOrder = [
  'step',
  'words',
  'timeline',
  'passing',
  'budget',
  'mail',
  'turns',
  'agents',
  'heartbeats',
  'clock',
  'links',
  'groups',
  'gatherings',
  'handlers',
  'sending',
  'tasks',
  'comments',
  'worktrees',
  'edits',
  'delivery',
  'extensions',
  // Command handlers and reactions.
  'restored',
  'stop',
  'cap-commands',
  'wake',
  'reactions',
  'end-step',
  'recover',
  'update',
]

const ofServer = ['main/core', 'main/contract', 'main/engine', 'main/ports', 'main/adapters', 'package.json']

/** The core may not import the contract's schemas and validation. */
const checks = String.raw`main/contract/(?:[\w-]+/)?(?:[\w-]*requests|agents-api|errors|settings|shapes)\.ts$`

/** @type {Layer[]} */
const core = [
  ...coreOrder.map((part, at) => ({ at: `main/core/${part}`, after: coreOrder.slice(at + 1) })),
  { at: 'main/core', after: coreOrder },
].map(({ at, after }) => ({
  at,
  // Optional slices join the core in one file.
  mayImport: [
    'main/core',
    'main/contract',
    ...(at === 'main/core/extensions' ? ['main/fleet/core/fleet'] : []),
  ],
  packages: /^(?:unhomoglyph|temporal-polyfill)$/,
  typesOnly: new RegExp(
    `^(?:${[checks, ...after.map((part) => `main/core/${part}(?:/|\\.ts$)`)].join('|')})`,
  ),
}))

/**
 * The fleet is an optional slice with its own layers. It may import the rest of main; only `core/extensions`,
 * two tables of the server and the apps import it.
 * @type {Layer[]}
 */
const fleet = [
  { at: 'main/fleet/contract', mayImport: ['main/contract'], packages: /^zod$/ },
  {
    at: 'main/fleet/core',
    mayImport: ['main/core', 'main/contract', 'main/fleet/contract'],
    packages: none,
    typesOnly: new RegExp(`${checks}|/contract/wire\\.ts$`),
  },
  {
    at: 'main/fleet/transport',
    mayImport: ['main/ports', 'main/contract', 'main/adapters/folder', 'main/adapters/processes'],
    packages: notElectron,
  },
  {
    at: 'main/fleet/server',
    mayImport: [...ofServer, 'main/server', 'main/fleet/contract', 'main/fleet/core'],
    packages: notElectron,
  },
  ...['domain', 'requests'].map((table) => ({
    at: `main/server/api/${table}`,
    mayImport: [...ofServer, 'main/server', 'main/fleet/server'],
    packages: notElectron,
  })),
]

/** @type {Layer[]} */
export const layers = [
  { at: 'main/contract', mayImport: [], packages: /^zod$/ },
  ...core,
  ...fleet,
  { at: 'main/ports', mayImport: ['main/core', 'main/contract'], packages: /^@modelcontextprotocol\// },
  { at: 'main/engine', mayImport: ['main/core', 'main/contract', 'main/ports'], packages: none },
  { at: 'main/testkit', mayImport: ['main'], packages: notElectron, mayTest: true },
  // Downloads are pinned by the lock files.
  {
    at: 'main/adapters/downloads',
    mayImport: [
      'main/ports',
      'main/contract',
      'main/adapters/folder',
      'main/adapters/processes',
      'package-lock.json',
      'scripts/test-agents/package-lock.json',
    ],
    packages: /^(?:node:|tar$)/,
  },
  // Adapters know each other only through ports; the helpers for folders and processes are shared.
  ...[...partsOf('main/adapters'), ...partsOf('main/backends')].map((at) => ({
    at,
    mayImport: ['main/ports', 'main/contract', 'main/adapters/folder', 'main/adapters/processes'],
    packages: notElectron,
  })),
  // The only part of main that imports the tools: it serves them in the app's process.
  {
    at: 'main/server/agents/own-tools',
    mayImport: ['main', 'mcp-servers/agents/tools', 'mcp-servers/history/tools', 'mcp-servers/shared'],
    packages: notElectron,
  },
  { at: 'main/apps/desktop', mayImport: ['main', 'package.json'], packages: any },
  { at: 'main/apps', mayImport: ['main', 'package.json'], packages: notElectron },
  // The server does not import the apps.
  {
    at: 'main/server',
    mayImport: ofServer,
    packages: notElectron,
  },
  ...windowLayers.map((layer) => ({ ...layer, packages: new RegExp(`^(?!(node:|${ofMain}))`) })),
  {
    at: 'mcp-servers/cli',
    mayImport: ['main/contract', 'mcp-servers/shared', 'mcp-servers/testing', 'package.json'],
    packages: new RegExp(`^(?!(${ofMain}))`),
  },
  { at: 'mcp-servers', mayImport: ['main/contract'], packages: new RegExp(`^(?!(${ofMain}))`) },
  // The desktop tests need the fake login service.
  { at: 'e2e', mayImport: ['main/apps/desktop/testing/fake-logind'], packages: notElectron },
]

/** Tests and their support: a folder `testing` or `testkit`, a file `real-….ts` that drives a real CLI. */
const forTests = /\.test\.tsx?$|\/(?:testing|testkit)\/|\/real-[^/]*\.ts$/

/**
 * Tests of main may import all of main, so that a rule can be tried on fakes and real adapters; tests of
 * other programs only what their layer may.
 * @param {Layer} layer
 * @returns {Layer}
 */
function testLayer(layer) {
  const mayImport = layer.at.startsWith('main') ? ['main'] : [...layer.mayImport, 'renderer/testing']
  // The stand-in of Electron implements its types; the module itself can't be loaded in a test.
  const types =
    layer.packages === any ? { packages: any, typesOnly: /^electron$/ } : { packages: notElectron }
  return { at: layer.at, mayImport, ...types, mayTest: true }
}

/** @type {(at: string, path: string) => boolean} */
const isIn = (at, path) => path === at || path.startsWith(`${at}/`) || path.startsWith(`${at}.`)

/**
 * Returns why a file may not import this; undefined when it may.
 * @param {string} path the file, relative to the root
 * @param {string} from the specifier as written
 * @param {boolean} typesOnly
 * @returns {string | undefined}
 */
export function whyNot(path, from, typesOnly) {
  const outer = layers.find(({ at }) => isIn(at, path))
  if (outer === undefined) return undefined
  const layer = forTests.test(path) ? testLayer(outer) : outer
  const isFile = /^\.{1,2}\//.test(from)
  const target = isFile ? posix.join(posix.dirname(path), from) : from
  const known = isFile
    ? [layer.at, ...layer.mayImport].some((at) => isIn(at, target))
    : layer.packages.test(target)
  if (!known) return `${layer.at} does not know it (the order of the layers).`
  if (isFile && layer.mayTest !== true && /^(main\/testkit|renderer\/(testing|gallery))\//.test(target))
    return 'What is made for tests stays in tests.'
  if (!typesOnly && layer.typesOnly?.test(target) === true) return 'Only types come from here.'
  return undefined
}
