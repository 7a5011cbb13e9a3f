import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, windows } from './child.mjs'

const installLimit = 240_000
let isListed = false

/** Packages can be installed on Debian and its derivatives as root. */
export function canInstallPackages() {
  return process.platform === 'linux' && process.getuid?.() === 0 && onPath(['apt-get']).some(isExecutable)
}

/**
 * Installs missing packages where possible; returns whether that succeeded.
 * @param {string[]} names
 */
export async function installPackages(names) {
  if (!canInstallPackages()) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { env, stdio: ['ignore', 'inherit', 'inherit'], timeout: installLimit }
  if (!isListed) await run('apt-get', ['update', '-qq'], options)
  isListed = true
  const code = await run('apt-get', ['install', '-y', '-qq', '-o', 'Dpkg::Use-Pty=0', ...names], options)
  return code === 0
}

/**
 * Returns the candidate paths of these programs.
 * @param {string[]} programs
 */
export function onPath(programs) {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...(windows ? [] : ['/usr/bin', '/snap/bin']),
  ]
  return programs.flatMap((name) =>
    folders.filter(Boolean).map((folder) => join(folder, windows ? `${name}.exe` : name)),
  )
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
