import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './bootstrap.mjs'
import { build } from './build.mjs'
import { countVitest, line } from './tally.mjs'
import { makePlace, node, obstacle, placeProject, shared } from './windows-place.mjs'
import { rehearseOnWindows } from './windows-rehearsal.mjs'

/** @typedef {import('./tally.mjs').Count} Count */

/** Runs with every test of Windows. */
const quick = [
  'main/adapters/processes/agent-process.test.ts',
  'main/backends/claude/environment.test.ts',
  'main/backends/claude/options.test.ts',
  'main/adapters/folder',
  'main/adapters/rehearsal/scenes.test.ts',
  'main/adapters/store/store.test.ts',
  'main/core/stories',
]

/** Takes minutes: the real Windows CLI with everything closed to it. */
const long = ['main/backends/claude/facts-closed.long.real.test.ts']

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()

async function main() {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
  await ensureInstalled()
  await build()
  const counts = await testWindows(values.quick)
  process.exitCode = counts.length > 0 && counts.every(({ failed }) => failed === 0) ? 0 : 1
}

/**
 * Runs what Wine can test on Windows' own Node. Where Wine is unavailable, prints why and returns no counts.
 * @param {boolean} isQuick skip what takes minutes
 * @returns {Promise<Count[]>}
 */
export async function testWindows(isQuick) {
  const why = obstacle() ?? (await problem())
  if (why !== null) {
    console.log(`Nothing was tried on Windows: ${why}.`)
    return []
  }
  const counts = [await suites('win', quick, 'rules'), await rehearsal()]
  if (!isQuick) counts.push(await suites('win-long', long, 'real'))
  return counts
}

/** Makes the Wine place; returns the reason when it can't, or null. */
async function problem() {
  try {
    await makePlace()
    await placeProject()
    return null
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error)
  }
}

/**
 * @param {string} name
 * @param {readonly string[]} files
 * @param {'rules' | 'real'} project
 * @returns {Promise<Count>}
 */
async function suites(name, files, project) {
  const began = Date.now()
  const report = join(shared, 'janus', 'report.json')
  rmSync(report, { force: true })
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=report.json',
  ]
  const environment = project === 'real' ? { JANUS_LONG: '1' } : {}
  const { code, output } = await node(['node_modules/vitest/vitest.mjs', ...args, ...files], environment)
  console.log(output.trimEnd())
  const found = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null
  return told({ name, ...countVitest(found, code, false) }, began)
}

/** @returns {Promise<Count>} */
async function rehearsal() {
  const began = Date.now()
  try {
    await rehearseOnWindows()
    return told({ name: 'win-talk', passed: 1, failed: 0 }, began)
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    return told({ name: 'win-talk', passed: 0, failed: 1 }, began)
  }
}

/**
 * @param {Omit<Count, 'seconds'>} count
 * @param {number} began
 */
function told(count, began) {
  const full = { ...count, seconds: (Date.now() - began) / 1000 }
  console.log(`\n${line(full)}\n`)
  return full
}
