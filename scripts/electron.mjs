import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { nodePath } from './bootstrap.mjs'
import { root } from './child.mjs'

/** @typedef {{readonly path: string} | {readonly reason: string}} Found a program, or why there is none, in words */

/**
 * What the search looks at; tests put other things in its place.
 * @typedef {object} Surroundings
 * @property {NodeJS.Platform} platform
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} isRoot
 * @property {string} package the npm package of Electron, which comes without its program
 * @property {string} record where a failed fetch is noted
 * @property {() => number} now
 * @property {() => Promise<string | null>} fetch brings the program; what was wrong, or null
 */

/** A failed fetch is not repeated at every start, but after this long, in ms. */
const rest = 60 * 60_000
/** A fetch that brings nothing for this long has failed, in ms. */
const patience = 15_000
const longestFetch = 15 * 60_000

/** This machine. @type {Surroundings} */
export const here = {
  platform: process.platform,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  package: join(root, 'node_modules', 'electron'),
  record: join(root, 'node_modules', '.electron-failed'),
  now: Date.now,
  fetch: fetchElectron,
}

/**
 * Electron's program, fetched at the first start. Where it could not run anyhow, nothing is fetched.
 * @param {boolean} [insist] also when the last fetch has just failed
 * @param {Surroundings} [at]
 * @returns {Promise<Found>}
 */
export async function findElectron(insist = false, at = here) {
  const chosen = at.env.JANUS_ELECTRON
  if (chosen !== undefined && chosen !== '') return { path: chosen }
  const obstacle = obstacleHere(at)
  if (obstacle !== null) return { reason: obstacle }
  const path = installed(at)
  if (path !== null) return { path }
  const failed = lastFailure(at)
  if (failed !== null && !insist) {
    return { reason: `Electron could not be fetched lately (${failed}); --desktop tries again at once` }
  }
  const problem = await at.fetch()
  const fetched = installed(at)
  if (problem === null && fetched !== null) return { path: fetched }
  const words = problem ?? 'its program is not there'
  writeFileSync(at.record, JSON.stringify({ at: at.now(), words }))
  return { reason: `Electron could not be fetched (${words})` }
}

/**
 * Electron's program where it is there and can run; nothing is fetched.
 * @param {Surroundings} [at]
 * @returns {string | null}
 */
export function installedElectron(at = here) {
  return at.env.JANUS_ELECTRON || (obstacleHere(at) === null ? installed(at) : null)
}

/**
 * @param {Surroundings} at
 * @returns {string | null}
 */
function obstacleHere({ platform, env, isRoot }) {
  if (platform !== 'linux') return null
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no screen here'
  // Chromium's sandbox does not; Janus does not do without it.
  return isRoot ? 'the desktop app does not run as root' : null
}

/**
 * @param {Surroundings} at
 * @returns {string | null}
 */
function installed({ package: folder, env }) {
  try {
    const name = readFileSync(join(folder, 'path.txt'), 'utf8').trim()
    const path = join(env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), name)
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

/**
 * @param {Surroundings} at
 * @returns {string | null}
 */
function lastFailure({ record, now }) {
  try {
    const { at, words } = JSON.parse(readFileSync(record, 'utf8'))
    const age = now() - at
    return age >= 0 && age < rest && typeof words === 'string' ? words : null
  } catch {
    return null
  }
}

/**
 * Lets Electron's own installer fetch the program. It sets itself no limit, so it is ended when nothing has come for a
 * while.
 * @returns {Promise<string | null>}
 */
async function fetchElectron() {
  console.log('Fetching Electron, which the desktop app runs on (once; about 110 MB)…')
  const folder = join(root, '.cache', 'electron')
  mkdirSync(folder, { recursive: true })
  const script = join(here.package, 'install.js')
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder }
  const installer = spawn(nodePath(), [script], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  installer.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  const began = Date.now()
  let [size, since, isLate] = [0, began, false]
  const timer = setInterval(() => {
    const now = Date.now()
    const grown = sizeOf(folder) + sizeOf(join(here.package, 'dist'))
    if (grown !== size) [size, since] = [grown, now]
    isLate = now - since > patience || now - began > longestFetch
    if (isLate) installer.kill('SIGKILL')
  }, 500)
  const code = await new Promise((resolve) => {
    installer.on('error', () => resolve(127))
    installer.on('close', resolve)
  })
  clearInterval(timer)
  rmSync(folder, { recursive: true, force: true })
  if (code === 0) return null
  return isLate ? 'no answer' : firstWords(output)
}

/**
 * The first line that names an error, short.
 * @param {string} output
 */
function firstWords(output) {
  const lines = output.split('\n').map((line) => line.trim())
  const [named] =
    /\b\w+ (ENOTFOUND|ECONN\w+|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b[^'"\n]*/.exec(output) ?? []
  const found = named ?? lines.find((line) => /error/i.test(line)) ?? lines[0] ?? ''
  if (/fetch failed/.test(found)) return 'no connection to where it is kept'
  return found === '' ? 'its installer said nothing' : found.replace(/^\w*Error:\s*/, '').slice(0, 120)
}

/**
 * Bytes of a folder's files, its folders' included.
 * @param {string} folder
 * @returns {number}
 */
function sizeOf(folder) {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
      return sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    }, 0)
  } catch {
    return 0
  }
}
