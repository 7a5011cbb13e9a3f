import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './child.mjs'
import { fetchElectron } from './launch/fetch.mjs'
import { obstacle } from './launch/obstacles.mjs'

/** @typedef {{readonly path: string} | {readonly reason: string}} Found */

/**
 * The environment of the search; tests replace it.
 * @typedef {import('./launch/obstacles.mjs').System & {
 *   package: string, record: string, now: () => number, fetch: () => Promise<string | null>
 * }} Surroundings the npm package of Electron, which comes without its program; where a failed fetch is noted; what
 * brings the program, and answers what was wrong, or null
 */

/** Milliseconds after a failed fetch until a start tries again. */
const rest = 60 * 60_000

/** @type {Surroundings} */
export const here = {
  platform: process.platform,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  settings: '/proc/sys',
  package: join(root, 'node_modules', 'electron'),
  record: join(root, 'node_modules', '.electron-failed'),
  now: Date.now,
  fetch: () => {
    console.log('Fetching Electron, which the desktop app runs on (once; about 110 MB)…')
    return fetchElectron(here.package, here.env)
  },
}

/**
 * Returns Electron's program, fetching it at the first start unless it couldn't run here anyway.
 * @param {boolean} [insist] try again even if the last fetch has just failed
 * @param {Surroundings} [at]
 * @returns {Promise<Found>}
 */
export async function findElectron(insist = false, at = here) {
  const path = present(at)
  const against = obstacle(at, path)
  if (against !== null) return { reason: against }
  if (path !== null) return { path }
  const failed = lastFailure(at)
  if (failed !== null && !insist) {
    return { reason: `Electron could not be fetched lately (${failed}); --desktop tries again at once` }
  }
  const problem = await fetched(at)
  const brought = present(at)
  if (problem === null && brought !== null) return { path: brought }
  const words = problem ?? 'its program is not there'
  note(at, words)
  return { reason: `Electron could not be fetched (${words})` }
}

/**
 * Returns Electron's program if it is installed and can run; fetches nothing.
 * @param {Surroundings} [at]
 * @returns {string | null}
 */
export function installedElectron(at = here) {
  const path = present(at)
  return obstacle(at, path) === null ? path : null
}

/**
 * JANUS_ELECTRON, or the program of the npm package.
 * @param {Surroundings} at
 * @returns {string | null}
 */
function present({ package: folder, env }) {
  if (env.JANUS_ELECTRON) return env.JANUS_ELECTRON
  try {
    const name = readFileSync(join(folder, 'path.txt'), 'utf8').trim()
    const path = join(env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), name)
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

/**
 * Returns why the fetch failed, or null.
 * @param {Surroundings} at
 */
async function fetched({ fetch }) {
  try {
    return await fetch()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * @param {Surroundings} at
 * @param {string} words
 */
function note({ record, now }, words) {
  try {
    writeFileSync(record, JSON.stringify({ at: now(), words }))
  } catch {
    // Without a record the next start tries again.
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
 * Returns the Electron to pack, fetching it if needed; it need not be able to run here.
 * @param {Pick<Surroundings, 'package' | 'fetch'>} [at]
 * @returns {Promise<{folder: string} | {problem: string}>}
 */
export async function electronToPack(at = here) {
  const problem = existsSync(join(at.package, 'path.txt')) ? null : await at.fetch()
  if (problem === null) return { folder: join(at.package, 'dist') }
  return {
    problem:
      `Electron, which the app is packed with, could not be fetched (${problem}). It comes from GitHub; behind a ` +
      'proxy set HTTPS_PROXY, and where only a mirror can be reached name it in ELECTRON_MIRROR. Then pack again.',
  }
}
