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
 * The tests that failed: named at the end, since a long output may be cut.
 * @type {string[]}
 */
const failed = []
/** What one whole-app test may take of the time that one waits for `npm test`, in seconds. */
const budget = 10
/**
 * The tests that took more: told, and no failure.
 * @type {import('./tally.mjs').Took[]}
 */
const slow = []
/** Where the desktop app is tried, and by how many tests; or why it is not. */
const desktop = { electron: '', passed: 0, reason: 'the tests did not come so far' }

await ensureInstalled()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
if (await prepare()) {
  // They need nothing but the processor, of which the tests that wait for something leave enough.
  const checked = values.long ? null : check()
  await unit()
  await e2e()
  await checked
  // Where it can be had; what takes minutes there has a command of its own.
  if (values.long) counts.push(...(await testWindows(true)))
}
finish()

/** Brings a browser and the built app, which are needed by what follows, and Electron where there can be one. */
async function prepare() {
  const began = Date.now()
  try {
    await ensureChromium()
    await ensureElectron()
    // What the desktop app's long tests have around it: a machine that goes down, a screen that is
    // Wayland's, a dictionary.
    // And what carries between the machines of a fleet.
    if (values.long) await installLong()
    if (values.long && !(await ensureTestAgents()))
      throw new Error('The agents of other makers could not be installed.')
    await build()
    // Once, before several tests ask for it at the same time.
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

/** What the long tests need of the system. Where it can be installed it must be: tests without it pass over themselves. */
async function installLong() {
  const packages = ['dbus', 'python3-dbus', 'python3-gi', 'weston', 'hunspell-de-de', 'strace', 'nats-server']
  if (canInstallPackages() && !(await installPackages(packages)))
    throw new Error(`These packages could not be installed: ${packages.join(', ')}.`)
}

/** Without one the web shell is tried by all tests that both can be tried by. */
async function ensureElectron() {
  try {
    desktop.electron = (await ensureTestElectron()).path
  } catch (error) {
    desktop.reason = error instanceof Error ? error.message : String(error)
  }
}

/** Types, lint and format, beside each other and beside the tests; each counts as one. */
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
        // Go's collector, in the native tools: a fifth less of the processor for more memory.
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
    // A runner that hangs has failed, and must not hold up what comes after it.
    timeout: (values.long ? 45 : 20) * 60_000,
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

/** The summary, the sums, and as the very last line whether the desktop app really ran. CI reads both lines. */
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
