import { execFileSync, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The project's own files: those that git knows or does not ignore, from the root. */
export const listedFiles = () =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\0')

/** Whether this is Windows, where npm and npx are batch files. */
export const windows = process.platform === 'win32'

/**
 * The environment without the project's own programs on its path: for npm itself, which may be about to
 * replace them.
 * @returns {NodeJS.ProcessEnv}
 */
export function outsideEnvironment() {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const own = join(root, 'node_modules')
  const path = (process.env[key] ?? '').split(delimiter).filter((part) => !part.startsWith(own))
  return { ...process.env, [key]: path.join(delimiter) }
}

/**
 * Runs a program in the project's folder with our own output and waits for its end.
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
 * Runs a program and keeps what it printed, for programs that run side by side. `isPatient`: it takes of the processor
 * only what others leave.
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
 * Before it has threads of its own, which take this over.
 * @param {number} pid
 */
function giveWay(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already, or this system does not let it: then it runs as any other.
  }
}
