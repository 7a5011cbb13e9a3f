import { execFileSync, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Files that git tracks or does not ignore, relative to the root. */
export const listedFiles = () =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\0')

/** On Windows npm and npx are batch files. */
export const windows = process.platform === 'win32'

/**
 * The environment without node_modules on the PATH: for npm, which may be about to replace those programs.
 * @returns {NodeJS.ProcessEnv}
 */
export function outsideEnvironment() {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const own = join(root, 'node_modules')
  const path = (process.env[key] ?? '').split(delimiter).filter((part) => !part.startsWith(own))
  return { ...process.env, [key]: path.join(delimiter) }
}

/**
 * Runs a program in the project's folder with inherited output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 128 after a signal, 127 when it could not be started
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.on('error', () => resolve(127))
    child.on('close', (code) => resolve(code ?? 128))
  })
}

/**
 * Runs a program and returns its output. `isPatient` gives it low CPU priority.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & {isPatient?: boolean}} [options]
 * @returns {Promise<{code: number, output: string}>}
 */
export function runQuietly(command, args, { isPatient = false, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    if (isPatient && child.pid !== undefined) giveWay(child.pid)
    /** @type {Buffer[]} */
    const parts = []
    const output = () => Buffer.concat(parts).toString('utf8')
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (/** @type {Buffer} */ part) => void parts.push(part))
    }
    child.on('error', (error) => resolve({ code: 127, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 128, output: output() }))
  })
}

/**
 * Set before the process has threads, which inherit the priority.
 * @param {number} pid
 */
function giveWay(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has already ended, or the system refuses: it then runs at normal priority.
  }
}
