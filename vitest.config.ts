import { defineConfig } from 'vitest/config'
import { findChromium } from './scripts/chromium.mjs'
import { testElectron } from './scripts/test-electron.mjs'

const folders = '{main,mcp-servers,renderer,scripts,bench}/**'
const long = process.env['JANUS_LONG'] === '1'
const own = long ? '.long' : ''
/** What takes minutes runs with `npm run test:long` only. */
const other = long ? [] : [`${folders}/*.long.test.{ts,tsx}`, `${folders}/*.long.real.test.ts`]

/**
 * Unit tests, stories, simulation and contract suites. Files named `*.real.test.ts` start real Claude CLIs, or a real
 * Electron: few at a time, after everything else.
 */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    allowOnly: false,
    // For the tests that show the real window in a real browser, and those that ask a real Electron.
    env: { JANUS_CHROMIUM: findChromium() ?? '', JANUS_TEST_ELECTRON: JSON.stringify(testElectron()) },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: [`${folders}/*${own}.test.{ts,tsx}`],
          exclude: [...other, `${folders}/*.real.test.ts`],
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: [`${folders}/*${own}.real.test.ts`],
          exclude: other,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
