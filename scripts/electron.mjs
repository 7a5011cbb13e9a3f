import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './child.mjs'
import { fetchElectron } from './launch/fetch.mjs'
import { obstacle } from './launch/obstacles.mjs'

/** @typedef {{readonly path: string} | {readonly reason: string}} Found a program, or why there is none, in words */

/**
 * What the search looks at; tests put other things in its place.
 * @typedef {import('./launch/obstacles.mjs').System & {
 *   package: string, record: string, now: () => number, fetch: () => Promise<string | null>
 * }} Surroundings the npm package of Electron, which comes without its program; where a failed fetch is noted; what
 * brings the program, and answers what was wrong, or null
 */

/** A failed fetch is not repeated at every start, but after this long, in ms. */
const rest = 60 * 60_000

/** This machine. @type {Surroundings} */
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
 * Electron's program, fetched at the first start. Where it could not run anyhow, nothing is fetched.
 * @param {boolean} [insist] also when the last fetch has just failed
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
 * Electron's program where it is there and can run; nothing is fetched.
 * @param {Surroundings} [at]
 * @returns {string | null}
 */
export function installedElectron(at = here) {
  const path = present(at)
  return obstacle(at, path) === null ? path : null
}

/**
 * The program that somebody names, or the one of the package.
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
 * What was wrong with the fetch, or null; also where its own folders cannot be written to.
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
    // Then it is tried again at the next start.
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
