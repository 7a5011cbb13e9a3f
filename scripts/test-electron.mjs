import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { runQuietly } from './child.mjs'
import { findElectron, here, installedElectron } from './electron.mjs'
import { fetchPackagedElectron, packagedElectron } from './electron-package.mjs'
import { canInstallPackages, installPackages } from './system-packages.mjs'
import { asUser, ensureUser, needsUser, testUser } from './test-user.mjs'
import { hasOwnScreen, openScreen, openWayland } from './test-screen.mjs'

/**
 * A real Electron for the tests: its path, and a wrapper that runs it as an ordinary user when the tests run
 * as root.
 * @typedef {object} TestElectron
 * @property {string} path
 * @property {{readonly starter: string, readonly uid: number, readonly gid: number} | null} as
 * @property {typeof openScreen} openScreen
 * @property {typeof openWayland} openWayland
 */

/** Assumes a user and a screen, which the tests provide. */
const surroundings = () => ({
  ...here,
  env: { ...here.env, ...(hasOwnScreen() ? { DISPLAY: 'of its own' } : {}) },
  isRoot: false,
})

/** System packages that Electron needs; newer systems have some under a `t64` name. */
const packages = ['', 't64'].map((end) => [`libgtk-3-0${end}`, `libasound2${end}`, 'libnss3', 'libgbm1'])

/**
 * Returns a real Electron that can run here; fetches nothing.
 * @returns {TestElectron | null}
 */
export function testElectron() {
  const at = surroundings()
  const packaged = packagedElectron()
  const path =
    installedElectron(at) ??
    (packaged !== null && existsSync(packaged) ? installedElectron(naming(packaged, at)) : null)
  const user = needsUser ? testUser() : null
  if (path === null || (needsUser && user === null)) return null
  return { path, as: user && { starter: asUser, ...user }, openScreen, openWayland }
}

/**
 * Provides an Electron: JANUS_ELECTRON, the npm package's own, or one from another npm package. Rejects with
 * the reason when there is none.
 * @returns {Promise<TestElectron>}
 */
export async function ensureTestElectron() {
  if (process.platform === 'linux' && !hasOwnScreen()) await installPackages(['xvfb'])
  if (needsUser) ensureUser()
  await ensureRuns(await ensureProgram(surroundings()))
  const found = testElectron()
  if (found === null) throw new Error('it is not where it was put')
  return found
}

/** @param {typeof here} at */
async function ensureProgram(at) {
  const own = await findElectron(false, at)
  if ('path' in own) return own.path
  const path = packagedElectron()
  if (path === null) throw new Error(own.reason)
  // Check other obstacles before fetching so much.
  const other = await findElectron(false, naming(path, at))
  if ('reason' in other) throw new Error(other.reason)
  if (!existsSync(path)) await fetchPackagedElectron(path)
  return path
}

/**
 * @param {string} path
 * @param {typeof here} at
 */
const naming = (path, at) => ({ ...at, env: { ...at.env, JANUS_ELECTRON: path } })

/**
 * Rejects when it can't run, even after installing missing system packages.
 * @param {string} path
 */
async function ensureRuns(path) {
  const tries = canInstallPackages() ? [...packages, null] : [null]
  for (const names of tries) {
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
    const { code, output } = await runQuietly(path, ['-p', 'process.versions.electron'], { env })
    if (code === 0) return
    if (names === null) throw new Error(`${path} does not run (${output.trim().split('\n', 1).join('')})`)
    await installPackages(names)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    console.log((await ensureTestElectron()).path)
  } catch (error) {
    console.error(
      `There is no Electron for the tests: ${error instanceof Error ? error.message : String(error)}.`,
    )
    process.exitCode = 1
  }
}
