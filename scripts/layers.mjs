import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A layer of the code: where it is, which other layers and packages its files may import. Tests may
 * import more, see `testLayer`.
 * @typedef {object} Layer
 * @property {string} at a folder, or a file without its extension
 * @property {string[]} mayImport
 * @property {RegExp} packages what a package's name must match
 * @property {RegExp} [typesOnly] files or packages of which only types may be imported
 * @property {boolean} [mayTest] whether fakes and suites may be imported
 */

const none = /^$/
const any = /./
/** What belongs to main or to the packaging, not to a page or a small server. */
const ofMain = 'electron|express|playwright|@playwright|vitest|@anthropic-ai'

/**
 * The parts of a folder of main, each a layer of its own.
 * @param {string} folder
 */
const partsOf = (folder) =>
  readdirSync(fileURLToPath(new URL(`../${folder}`, import.meta.url)))
    .map((entry) => `${folder}/${entry.replace(/(\.test)?\.ts$/, '')}`)
    .filter((at, index, all) => all.indexOf(at) === index)

const notElectron = /^(?!electron)/

const belowEntities = ['main/contract', 'renderer/state', 'renderer/keys', 'renderer/components']

/** The nouns of the window, in order: each knows only those before it. */
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

/** The layers of the window, from the ground up. Features do not know each other; the shell puts them together. */
const windowLayers = [
  { at: 'renderer/state', mayImport: ['main/contract'] },
  { at: 'renderer/keys', mayImport: ['main/contract', 'renderer/state'] },
  // What knows no noun of ours: nothing of the contract comes in.
  { at: 'renderer/components', mayImport: ['renderer/state', 'renderer/keys'] },
  ...entities.map((at, place) => ({ at, mayImport: [...belowEntities, ...entities.slice(0, place)] })),
  ...features.map((at) => ({ at, mayImport: [...belowEntities, 'renderer/entities'] })),
  // It shows the window on the real domain, over the memory ports of tests, and is part of no program.
  { at: 'renderer/gallery', mayImport: ['main', 'renderer'], mayTest: true },
  { at: 'renderer', mayImport: ['main/contract'] },
]

/**
 * The parts of the core from the ground up. Each takes values only from those before it, and tells those behind it by a
 * fact (step/facts.ts) what has happened; types may come from anywhere.
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
  // What answers to events, and who reacts to what.
  'restored',
  'stop',
  'cap-commands',
  'wake',
  'reactions',
  'end-step',
  'recover',
  'update',
]

/** What answers requests may know, of main. */
const ofServer = ['main/core', 'main/contract', 'main/engine', 'main/ports', 'main/adapters', 'package.json']

/** Of the contract the core takes nouns and what is said of them; these check, or refuse, what comes from outside. */
const checks = String.raw`main/contract/(?:[\w-]+/)?(?:[\w-]*requests|agents-api|errors|settings|shapes)\.ts$`

/** @type {Layer[]} */
const core = [
  ...coreOrder.map((part, at) => ({ at: `main/core/${part}`, after: coreOrder.slice(at + 1) })),
  { at: 'main/core', after: coreOrder },
].map(({ at, after }) => ({
  at,
  // What is optional joins the core in one file.
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
 * The fleet is a slice with layers of its own, and optional: it knows the rest of main, and of the rest only those know it
 * that join it, which are `core/extensions`, two tables of the server and the apps.
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
  // What the engine needs of the world.
  { at: 'main/ports', mayImport: ['main/core', 'main/contract'], packages: /^@modelcontextprotocol\// },
  { at: 'main/engine', mayImport: ['main/core', 'main/contract', 'main/ports'], packages: none },
  { at: 'main/testkit', mayImport: ['main'], packages: notElectron, mayTest: true },
  // What is downloaded is pinned by the lock files.
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
  // They know each other only through the ports; what is about folders and processes is shared by them.
  ...[...partsOf('main/adapters'), ...partsOf('main/backends')].map((at) => ({
    at,
    mayImport: ['main/ports', 'main/contract', 'main/adapters/folder', 'main/adapters/processes'],
    packages: notElectron,
  })),
  // The one place of main that knows the tools: it serves them in the app's own process.
  {
    at: 'main/server/agents/own-tools',
    mayImport: ['main', 'mcp-servers/agents/tools', 'mcp-servers/history/tools', 'mcp-servers/shared'],
    packages: notElectron,
  },
  { at: 'main/apps/desktop', mayImport: ['main', 'package.json'], packages: any },
  { at: 'main/apps', mayImport: ['main', 'package.json'], packages: notElectron },
  // The answers to requests; of the apps it knows nothing.
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
  // What is around the desktop app there is around Electron alone in the facts.
  { at: 'e2e', mayImport: ['main/apps/desktop/testing/fake-logind'], packages: notElectron },
]

/** Tests, and what is made for them: a folder `testing` or `testkit`, a file `real-….ts` that drives a real CLI. */
const forTests = /\.test\.tsx?$|\/(?:testing|testkit)\/|\/real-[^/]*\.ts$/

/**
 * What the tests inside a layer may import: of main everything, so that a rule can be tried on a fake or on the
 * real thing; of the other programs only what the layer itself may.
 * @param {Layer} layer
 * @returns {Layer}
 */
function testLayer(layer) {
  const mayImport = layer.at.startsWith('main') ? ['main'] : [...layer.mayImport, 'renderer/testing']
  // The stand-in of Electron's module is held to its types; the module itself is not there in a test.
  const types =
    layer.packages === any ? { packages: any, typesOnly: /^electron$/ } : { packages: notElectron }
  return { at: layer.at, mayImport, ...types, mayTest: true }
}

/** @type {(at: string, path: string) => boolean} */
const isIn = (at, path) => path === at || path.startsWith(`${at}/`) || path.startsWith(`${at}.`)

/**
 * Why a file may not import this, if it may not.
 * @param {string} path of the file, from the root
 * @param {string} from what it imports, as it is written there
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
