import js from '@eslint/js'
import { createNodeResolver, importX } from 'eslint-plugin-import-x'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { composition } from './scripts/composition-rule.mjs'
import { fences, rooms, testRoom } from './scripts/rooms.mjs'
import { toldWords } from './scripts/told-words.mjs'

/** Tests, and what is made for them: a folder `testing`, a file `real-….ts` that drives a real CLI. */
const tests = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', '**/real-*.ts']
const code = ['**/*.ts', '**/*.tsx']

/** What is compared with a folder's path; a text that is written there, null and undefined are no paths. */
const noPath =
  ':not([right.type="Literal"]):not([left.type="Literal"]):not([right.type="Identifier"][right.name="undefined"])'
const folderSelector =
  `BinaryExpression[operator=/^[!=]==$/]${noPath}` +
  ':matches([left.name=/^(cwd|folder)$/], [right.name=/^(cwd|folder)$/], ' +
  '[left.property.name=/^(cwd|folder)$/], [right.property.name=/^(cwd|folder)$/]), ' +
  'CallExpression[callee.property.name="startsWith"][arguments.0.value=/^[.][.]/]'

/** Ways of writing that are not ours. @type {Record<string, {selector: string, message: string}>} */
const ways = {
  default: {
    selector: 'ExportDefaultDeclaration',
    message: 'Export it by name; one name, found by one search.',
  },
  barrel: { selector: 'ExportAllDeclaration', message: 'No barrels: import from where it is.' },
  enum: { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' },
  html: {
    selector:
      'JSXAttribute[name.name="dangerouslySetInnerHTML"], Property[key.name="dangerouslySetInnerHTML"], ' +
      'AssignmentExpression[left.property.name=/^(inner|outer)HTML$/], ' +
      'CallExpression[callee.property.name=/^(insertAdjacentHTML|setHTMLUnsafe|createContextualFragment)$/]',
    message: 'What agents say is never HTML; make elements.',
  },
  channel: {
    selector:
      ':matches(CallExpression[callee.object.name="ipcMain"], CallExpression[callee.object.property.name="ipcMain"])' +
      '[callee.property.name=/^(on|once|addListener|handle|handleOnce)$/]',
    message: 'There is one request channel; add a row to the table of requests.',
  },
  window: {
    selector:
      'NewExpression[callee.name="BrowserWindow"], NewExpression[callee.property.name="BrowserWindow"]',
    message: 'Windows are made in main/apps/desktop/window.ts only.',
  },
  outside: {
    selector: 'MemberExpression[property.name="openExternal"]',
    message: 'What is outside is opened in main/apps/desktop/links.ts only, after it was judged.',
  },
  script: {
    selector: 'MemberExpression[property.name=/^executeJavaScript/]',
    message: 'Main runs nothing in the page; tell it by the feed.',
  },
  left: {
    selector:
      'MemberExpression[property.name=/^(only|skip|todo|fixme)$/][object.name=/^(test|it|describe|suite)$/], ' +
      'MemberExpression[property.name=/^(only|skip|fixme)$/][object.property.name="describe"]',
    message: 'Every test runs.',
  },
  sleep: {
    selector:
      'MemberExpression[property.name="waitForTimeout"], ' +
      'MemberExpression[object.name="vi"][property.name=/^(waitFor|waitUntil)$/]',
    message: 'No sleeps and no polling: await the event.',
  },
  mock: {
    selector: 'MemberExpression[object.name="vi"][property.name=/^(mock|doMock)$/]',
    message: 'No module mocks: pass a small fake in.',
  },
  reason: {
    selector:
      'CallExpression[callee.property.name=/^(includes|startsWith|endsWith|indexOf|replace|replaceAll|match|matchAll|search|split)$/]' +
      ':matches([callee.object.name="reason"], [callee.object.property.name="reason"]), ' +
      'CallExpression[callee.property.name=/^(test|exec)$/]' +
      ':matches([arguments.0.name="reason"], [arguments.0.property.name="reason"])',
    message: 'A reason is a fact: ask for its kind. Words are made of it, and not read back.',
  },
  folder: {
    selector: folderSelector,
    message:
      'A folder has many spellings: isSameFolder and isInFolder of main/adapters/folder/folder-identity, in the window folderKey.',
  },
  composition,
  spread: {
    selector:
      ':matches(SpreadElement, JSXSpreadAttribute) > :matches(ObjectExpression[properties.length>0], ArrayExpression[elements.length>0], TSAsExpression > ObjectExpression[properties.length>0])',
    message: 'A literal is written where it stands: one property a line is easier to read than a short file.',
  },
  ready: {
    selector: ':matches(AwaitExpression, ForOfStatement[await=true]):not(:function *)',
    message: 'Electron is not ready before its entry has been evaluated: nothing there is awaited.',
  },
  promise: {
    selector: ':function[async=true], AwaitExpression, NewExpression[callee.name="Promise"]',
    message: 'The core is a plain function: no promises.',
  },
}

/**
 * Which program is behind an agent is its adapter's matter: neither code nor comments elsewhere name one.
 * @type {import('eslint').Rule.RuleModule}
 */
const noDialect = {
  create: ({ report }) => ({
    Program({ tokens = [], comments = [] }) {
      for (const { value, loc } of [...tokens, ...comments])
        if (loc && /claude|anthropic/i.test(value))
          report({
            loc,
            message: 'No kind of agent by its name: say it in its adapter, or ask for what it can do.',
          })
    },
  }),
}

/** @param {(keyof typeof ways)[]} except */
function waysExcept(...except) {
  return Object.entries(ways)
    .filter(([name]) => !except.includes(name))
    .map(([, way]) => way)
}

/**
 * What some files of the desktop shell alone may do.
 * @param {string} file
 * @param {(keyof typeof ways)[]} may
 * @returns {import('eslint').Linter.Config}
 */
function onlyIn(file, ...may) {
  return {
    files: [`main/apps/desktop/${file}.ts`],
    rules: { 'no-restricted-syntax': ['error', ...waysExcept('promise', ...may)] },
  }
}

const noClock = 'Time comes with the event, or from the Clock.'
/** Names that the compiler's settings let through, but that a pure function does not use. */
const impure = [
  ...['setTimeout', 'setInterval', 'setImmediate', 'performance', 'Date'].map((name) => ({
    name,
    message: noClock,
  })),
  ...['crypto', 'process', 'fetch', 'console', 'require', 'globalThis'].map((name) => ({
    name,
    message: 'What is outside stays behind a port.',
  })),
]

/** Nothing here asks for types, so that what was found of a file holds as long as the file: see .oxlintrc.json. */
export default defineConfig(
  globalIgnores(['dist', '.cache', 'test-results', 'playwright-report', 'node_modules', '**/fixtures/**']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: code,
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver()],
    },
    rules: {
      eqeqeq: 'error',
      // Looking for control characters is part of the work here.
      'no-control-regex': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', ...waysExcept('promise', 'ready')],
    },
  },
  { files: ['**/*.mjs', '**/*.cjs', '*.js'], languageOptions: { globals: nodeGlobals() } },
  {
    files: ['*.config.ts', '*.config.js'],
    rules: { 'no-restricted-syntax': ['error', ...waysExcept('promise', 'ready', 'default')] },
  },
  {
    // They compare folders as main has spelled them, or as they stand in a PATH.
    files: ['mcp-servers/**/*.ts', 'main/apps/shared/launchers/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...waysExcept('promise', 'ready', 'folder')] },
  },
  {
    files: ['main/**/*.ts', 'mcp-servers/**/*.ts'],
    ignores: tests,
    rules: { 'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['renderer/**/*.ts', 'renderer/**/*.tsx'],
    ignores: tests,
    extends: [reactHooks.configs.flat.recommended],
    rules: { 'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['renderer/**/*.ts', 'renderer/**/*.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...waysExcept('promise', 'ready'), toldWords] },
  },
  {
    // The one place that tells a composition.
    files: ['renderer/keys/composition.ts'],
    rules: { 'no-restricted-syntax': ['error', ...waysExcept('promise', 'ready', 'composition'), toldWords] },
  },
  {
    files: ['main/**/*.ts', 'mcp-servers/**/*.ts', 'renderer/**/*.ts', 'renderer/**/*.tsx'],
    ignores: [
      ...tests,
      'main/backends/claude/**',
      'main/backends/codex/**',
      'main/backends/acp/**',
      // It plays that model.
      'main/adapters/rehearsal/**',
      // The person's path of another program is a setting of theirs.
      'main/contract/app/settings.ts',
      'main/contract/app/setting-words.ts',
      'main/server/app/app-requests.ts',
      // The one list of kinds, and what they can do.
      'main/contract/agents/kinds.ts',
      'main/contract/agents/kind-abilities.ts',
      // Whose files lie in a folder.
      'main/backends/trust/**',
      // It chooses the adapter.
      'main/apps/shared/programs.ts',
      // Janus may be started by an agent of any maker.
      'main/apps/shared/launchers/traces.ts',
      // What a person is shown there is what the program says.
      'renderer/gallery/**',
    ],
    plugins: { janus: { rules: { 'no-dialect': noDialect } } },
    rules: { 'janus/no-dialect': 'error' },
  },
  ...rooms.toReversed().flatMap((room) => {
    const files = [`${room.at}/**/*.ts`, `${room.at}/**/*.tsx`, `${room.at}.ts`]
    const testFiles = tests.map((pattern) => `${room.at}/${pattern}`).concat(`${room.at}.*test.ts`)
    return [
      { files, rules: fences(room) },
      { files: testFiles, rules: fences(testRoom(room)) },
    ]
  }),
  {
    files: ['main/core/**/*.ts', 'main/engine/engine.ts'],
    ignores: tests,
    rules: {
      'no-restricted-globals': ['error', ...impure],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Randomness comes with the event.' },
      ],
    },
  },
  {
    // It knows no disk: the folders that it compares were spelled in one way at the door.
    files: ['main/core/**/*.ts'],
    ignores: tests,
    rules: { 'no-restricted-syntax': ['error', ...waysExcept('folder')] },
  },
  {
    files: ['main/apps/desktop/**/*.ts'],
    // The core is a program of its own.
    ignores: [...tests, 'main/apps/desktop/core.ts'],
    rules: { 'no-restricted-syntax': ['error', ...waysExcept('promise')] },
  },
  // Each of these is done in one file.
  onlyIn('window', 'window'),
  onlyIn('ipc', 'channel'),
  onlyIn('links', 'outside'),
  onlyIn('smoke', 'script'),
  // What Electron does is found out by doing it.
  onlyIn('facts/*', 'channel', 'window'),
  onlyIn('testing/fact-app', 'window', 'script'),
  onlyIn('testing/electron-stand-in', 'window'),
)

/** What scripts for Node find around them. */
function nodeGlobals() {
  const names = ['process', 'console', 'URL', 'Buffer', 'fetch', 'AbortController', '__filename']
  for (const timer of ['Timeout', 'Interval']) names.push(`set${timer}`, `clear${timer}`)
  return Object.fromEntries(names.map((name) => [name, 'readonly']))
}
