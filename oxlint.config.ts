import { join } from 'node:path'
import { defineConfig } from 'oxlint'

/** Tests, and what is made for them: a folder `testing` or `testkit`, a file `real-….ts` that drives a real CLI. */
const tests = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', 'main/testkit/**', '**/real-*.ts']
const code = ['**/*.ts', '**/*.tsx']

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

export default defineConfig({
  plugins: ['typescript', 'import', 'react'],
  jsPlugins: [join(import.meta.dirname, 'scripts/lint-rules.mjs')],
  categories: { correctness: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist', '.cache', 'test-results', 'playwright-report', '**/fixtures/**'],
  rules: {
    // Looking for control characters is part of the work here.
    'no-control-regex': 'off',
    // Right more often than not, but not held.
    'typescript/no-base-to-string': 'off',
    'typescript/no-implied-eval': 'off',
    'typescript/no-meaningless-void-operator': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-redundant-type-constituents': 'off',
    'typescript/no-useless-default-assignment': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/unbound-method': 'off',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    eqeqeq: 'error',
    'no-case-declarations': 'error',
    'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
    'no-empty': 'error',
    'no-fallthrough': 'error',
    'no-prototype-builtins': 'error',
    'no-regex-spaces': 'error',
    'no-unexpected-multiline': 'error',
    'no-useless-assignment': 'error',
    'preserve-caught-error': 'error',
    'import/no-default-export': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'janus/layers': 'error',
    'janus/no-barrel': 'error',
    'janus/no-channel': 'error',
    'janus/no-composition': 'error',
    'janus/no-enum': 'error',
    'janus/no-execute-javascript': 'error',
    'janus/no-folder-text': 'error',
    'janus/no-html': 'error',
    'janus/no-module-mock': 'error',
    'janus/no-open-external': 'error',
    'janus/no-parsed-reason': 'error',
    'janus/no-skipped-test': 'error',
    'janus/no-sleep': 'error',
    'janus/no-spread-literal': 'error',
    'janus/no-window': 'error',
  },
  overrides: [
    {
      files: code,
      rules: {
        'no-array-constructor': 'error',
        'no-var': 'error',
        'prefer-const': 'error',
        'prefer-rest-params': 'error',
        'prefer-spread': 'error',
        'typescript/ban-ts-comment': 'error',
        'typescript/no-empty-object-type': 'error',
        'typescript/no-explicit-any': 'error',
        'typescript/no-namespace': 'error',
        'typescript/no-non-null-assertion': 'error',
        'typescript/no-require-imports': 'error',
        'typescript/no-unnecessary-type-constraint': 'error',
        'typescript/no-unsafe-function-type': 'error',
      },
    },
    {
      files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
      env: { node: true },
      rules: { 'no-redeclare': 'error', 'no-undef': 'error' },
    },
    // A tool takes these by their default export.
    {
      files: ['*.config.ts', 'scripts/lint-rules.mjs'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['main/**/*.ts', 'mcp-servers/**/*.ts', 'renderer/**/*.ts', 'renderer/**/*.tsx'],
      excludeFiles: tests,
      rules: {
        'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
        'janus/no-program-name': 'error',
      },
    },
    {
      files: [
        'main/backends/claude/**',
        'main/backends/codex/**',
        'main/backends/acp/**',
        // It plays that model.
        'main/adapters/rehearsal/**',
        // The user's path of another program is a setting of theirs.
        'main/contract/app/settings.ts',
        'main/contract/app/setting-words.ts',
        'main/server/app/app-requests.ts',
        // The one list of kinds, and what they can do.
        'main/contract/agents/kinds.ts',
        'main/contract/agents/kind-abilities.ts',
        // Whose packages are pinned.
        'main/adapters/downloads/pinned-programs.ts',
        // Whose files lie in a folder.
        'main/backends/trust/**',
        // It chooses the adapter.
        'main/apps/shared/programs.ts',
        // Janus may be started by an agent of any maker.
        'main/apps/shared/launchers/traces.ts',
        // What a user is shown there is what the program says.
        'renderer/gallery/**',
      ],
      rules: { 'janus/no-program-name': 'off' },
    },
    {
      // Its worlds are read and fixed as the rules themselves are.
      files: ['main/testkit/simulation/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
      rules: {
        'max-lines-per-function': ['error', { max: 100, skipBlankLines: true, skipComments: true }],
        'janus/no-program-name': 'error',
      },
    },
    {
      // They compare folders as main has spelled them, or as they stand in a PATH.
      files: ['mcp-servers/**/*.ts', 'main/apps/shared/launchers/**/*.ts'],
      rules: { 'janus/no-folder-text': 'off' },
    },
    {
      files: ['renderer/**/*.ts', 'renderer/**/*.tsx'],
      rules: {
        'react/rules-of-hooks': 'error',
        'react/unsupported-syntax': 'error',
        'janus/no-parsed-note': 'error',
      },
    },
    {
      // The one place that tells a composition.
      files: ['renderer/keys/composition.ts'],
      rules: { 'janus/no-composition': 'off' },
    },
    {
      files: ['main/core/**/*.ts', 'main/fleet/core/**/*.ts'],
      rules: { 'import/no-cycle': ['error', { ignoreTypes: true }] },
    },
    {
      files: ['main/core/**/*.ts', 'main/fleet/core/**/*.ts', 'main/engine/**/*.ts'],
      // The pace of the running app is a round of its event loop.
      excludeFiles: [...tests, 'main/engine/pace.ts'],
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
      files: ['main/core/**/*.ts', 'main/fleet/core/**/*.ts'],
      excludeFiles: tests,
      rules: { 'janus/no-promise': 'error', 'janus/no-folder-text': 'off' },
    },
    {
      files: ['main/apps/desktop/**/*.ts'],
      // The core is a program of its own.
      excludeFiles: [...tests, 'main/apps/desktop/core.ts'],
      rules: { 'janus/no-await-at-load': 'error' },
    },
    // Each of these is done in one file.
    { files: ['main/apps/desktop/window.ts'], rules: { 'janus/no-window': 'off' } },
    { files: ['main/apps/desktop/ipc.ts'], rules: { 'janus/no-channel': 'off' } },
    { files: ['main/apps/desktop/dialogs.ts'], rules: { 'janus/no-open-external': 'off' } },
    { files: ['main/apps/desktop/smoke.ts'], rules: { 'janus/no-execute-javascript': 'off' } },
    // What Electron does is found out by doing it.
    {
      files: ['main/apps/desktop/testing/facts/*.ts', 'main/apps/desktop/smoke-checks.ts'],
      rules: { 'janus/no-channel': 'off', 'janus/no-window': 'off' },
    },
    {
      files: ['main/apps/desktop/testing/fact-app.ts'],
      rules: {
        'janus/no-execute-javascript': 'off',
        'janus/no-window': 'off',
        'janus/no-await-at-load': 'error',
      },
    },
    {
      files: ['main/apps/desktop/testing/electron-stand-in.ts'],
      rules: { 'janus/no-window': 'off', 'janus/no-await-at-load': 'error' },
    },
  ],
})
