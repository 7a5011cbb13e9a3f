import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled, nodePath } from './bootstrap.mjs'
import { build } from './build.mjs'
import { root, run, runQuietly } from './child.mjs'
import { ensureChromium } from './chromium.mjs'
import { canInstallPackages, installPackages } from './system-packages.mjs'
import {
  countPlaywright,
  countVitest,
  failedInPlaywright,
  failedInVitest,
  line,
  overBudget,
  passedIn,
  tookInPlaywright,
} from './tally.mjs'
import { ensureTestAgents } from './test-agents.mjs'
import { ensureTestElectron } from './test-electron.mjs'
import { testWindows } from './test-windows.mjs'

/** @typedef {import('./tally.mjs').Count} Count */

const { values } = parseArgs({ options: { long: { type: 'boolean', default: false } } })
const reports = join(root, '.cache', 'test')
/** @type {Count[]} */
const counts = []
/**
 * Names of failed tests, repeated at the end because a long output may be cut.
 * @type {string[]}
 */
const failed = []
/** Seconds that one end-to-end test of `npm test` may take. */
const budget = 10
/**
 * Tests over the budget: reported, but no failure.
 * @type {import('./tally.mjs').Took[]}
 */
const slow = []
/** The Electron that the desktop app is tested on and the number of its tests, or why there are none. */
const desktop = { electron: '', passed: 0, reason: 'the tests did not come so far' }

await ensureInstalled()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
if (await prepare()) {
  // Checks need only the processor, which waiting tests leave idle.
  const checked = values.long ? null : check()
  await unit()
  await e2e()
  await checked
  // Slow Windows tests have their own command.
  if (values.long) counts.push(...(await testWindows(true)))
}
finish()

/** Installs a browser and, where possible, Electron, and builds the app. */
async function prepare() {
  const began = Date.now()
  try {
    await ensureChromium()
    await ensureElectron()
    // The desktop app's long tests need a login service, Wayland and a dictionary; the fleet's need NATS.
    if (values.long) await installLong()
    if (values.long && !(await ensureTestAgents()))
      throw new Error('The agents of other makers could not be installed.')
    await build()
    // Built once, before several tests ask for it at the same time.
    const gallery = await runQuietly(nodePath(), [join(root, 'scripts', 'gallery-run.mjs'), '--build'])
    if (gallery.code !== 0) throw new Error(gallery.output)
    add({ name: 'build', passed: 1, failed: 0 }, began)
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    add({ name: 'build', passed: 0, failed: 1 }, began)
    return false
  }
}

/** System packages of the long tests. They must be installed where possible: tests without them skip themselves. */
async function installLong() {
  const packages = ['dbus', 'python3-dbus', 'python3-gi', 'weston', 'hunspell-de-de', 'strace', 'nats-server']
  if (canInstallPackages() && !(await installPackages(packages)))
    throw new Error(`These packages could not be installed: ${packages.join(', ')}.`)
}

/** Without Electron the web app runs all tests that both could. */
async function ensureElectron() {
  try {
    desktop.electron = (await ensureTestElectron()).path
  } catch (error) {
    desktop.reason = error instanceof Error ? error.message : String(error)
  }
}

/** Runs types, lint and format in parallel; each counts as one test. */
async function check() {
  const tools = [
    { name: 'types', args: ['@typescript/native/bin/tsc', '-b'] },
    { name: 'lint', args: ['oxlint/bin/oxlint', '.'] },
    { name: 'format', args: ['oxfmt/bin/oxfmt', '--check', '.'] },
  ]
  await Promise.all(
    tools.map(async ({ name, args }) => {
      const began = Date.now()
      const [script = '', ...rest] = args
      const { code, output } = await runQuietly(nodePath(), [join(root, 'node_modules', script), ...rest], {
        isPatient: true,
        // Tunes Go's garbage collector in the native tools: a fifth less CPU for more memory.
        env: { ...process.env, GOGC: '400' },
      })
      if (code !== 0) console.log(output.trimEnd())
      add({ name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }, began)
    }),
  )
}

async function unit() {
  const began = Date.now()
  const report = join(reports, 'unit.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  if (values.long) args.push('--passWithNoTests')
  const code = await tool('vitest/vitest.mjs', args, values.long ? { JANUS_LONG: '1' } : {})
  failed.push(...failedInVitest(read(report)))
  add({ name: 'unit', ...countVitest(read(report), code, values.long) }, began)
}

async function e2e() {
  const began = Date.now()
  const report = join(reports, 'e2e.json')
  const args = ['test', ...(values.long ? ['--grep=@long', '--pass-with-no-tests'] : ['--grep-invert=@long'])]
  const code = await tool(
    '@playwright/test/cli.js',
    args,
    desktop.electron === '' ? { JANUS_E2E: 'web' } : {},
  )
  failed.push(...failedInPlaywright(read(report)))
  if (!values.long) slow.push(...overBudget(tookInPlaywright(read(report)), budget))
  desktop.passed = passedIn(read(report), 'desktop')
  add({ name: 'e2e', ...countPlaywright(read(report), code, values.long) }, began)
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {Record<string, string>} [environment]
 */
function tool(script, args, environment = {}) {
  return run(nodePath(), [join(root, 'node_modules', script), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A runner that hangs has failed, and must not block the rest.
    timeout: (values.long ? 75 : 30) * 60_000,
    killSignal: 'SIGKILL',
  })
}

/**
 * @param {string} report
 * @returns {unknown}
 */
function read(report) {
  try {
    return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
  } catch {
    return null
  }
}

/**
 * @param {Omit<Count, 'seconds'>} count
 * @param {number} began
 */
function add(count, began) {
  const full = { ...count, seconds: (Date.now() - began) / 1000 }
  counts.push(full)
  console.log(`\n${line(full)}\n`)
}

/** Prints the summary, the sums, and last whether the desktop app really ran. CI reads both lines. */
function finish() {
  const sum = (/** @type {'passed' | 'failed' | 'seconds'} */ key) =>
    counts.reduce((total, count) => total + count[key], 0)
  console.log(`\nSummary\n${counts.map(line).join('\n')}\n`)
  if (failed.length > 0) console.log(`Failed\n${failed.join('\n')}\n`)
  if (slow.length > 0) {
    const lines = slow.map(({ name, seconds }) => `${seconds.toFixed(1)} s ${name}`)
    console.log(
      `Over ${budget} s: make it shorter, or tag @long what need not run at each change\n${lines.join('\n')}\n`,
    )
  }
  process.exitCode = sum('failed') > 0 ? 1 : 0
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  const { electron, passed, reason } = desktop
  console.log(
    electron === ''
      ? `Real Electron: none (${reason}). The web shell was tested in place of the desktop app.`
      : `Real Electron: ${passed} tests of the desktop app passed on ${electron}.`,
  )
}
