import { join } from 'node:path'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findChromium } from './scripts/chromium.mjs'
import { testElectron } from './scripts/test-electron.mjs'

const folders = '{main,mcp-servers,renderer,scripts,bench}/**'
const long = process.env['JANUS_LONG'] === '1'
const own = long ? '.long' : ''
/** What packages bring along is not ours; what takes minutes runs with `npm run test:long` only. */
const others = ['**/node_modules/**'].concat(
  long ? [] : [`${folders}/*.long.test.{ts,tsx}`, `${folders}/*.long.real.test.ts`],
)

/** What all tests, and the programs that they start, find in their environment. */
const env = {
  // For the tests that show the real window in a real browser, and those that ask a real Electron.
  JANUS_CHROMIUM: findChromium() ?? '',
  JANUS_TEST_ELECTRON: JSON.stringify(testElectron()),
  // Whose seeds are told: the same for all, also if midnight comes meanwhile.
  JANUS_DAY: process.env['JANUS_DAY'] ?? String(Math.floor(Date.now() / 86_400_000)),
  // Programs of ours are read and compiled once, not at each of their starts.
  NODE_COMPILE_CACHE: join(import.meta.dirname, '.cache', 'compiled'),
}

/** What takes longest begins first, so that nothing waits for it in the end: real programs, then whole worlds. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) =>
      project.name === 'real' ? 0 : moduleId.includes('/main/testkit/simulation/') ? 1 : 2
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

/**
 * Unit tests, stories, simulation and contract suites. Files named `*.real.test.ts` start real Claude CLIs, or a real
 * Electron: they take longest, and so begin first.
 */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    allowOnly: false,
    // The long suite is for the greater part waiting for real programs.
    maxWorkers: availableParallelism() + (long ? 1 : 0),
    sequence: { sequencer: LongestFirst },
    env,
    projects: [
      {
        extends: true,
        test: { name: 'real', include: [`${folders}/*${own}.real.test.ts`], exclude: others },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          // Modules are loaded once for all files of a worker: rules keep nothing outside of what they are given.
          isolate: false,
          include: [`${folders}/*${own}.test.{ts,tsx}`],
          exclude: [...others, `${folders}/*.real.test.ts`],
        },
      },
    ],
  },
})
