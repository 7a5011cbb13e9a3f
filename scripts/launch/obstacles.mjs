import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * @typedef {object} System
 * @property {NodeJS.Platform} platform
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} isRoot
 * @property {string} settings the folder of Linux's sysctls, `/proc/sys`
 */

const closed = [
  { name: 'kernel.apparmor_restrict_unprivileged_userns', forbids: '1', allows: '0', forEach: true },
  { name: 'kernel.unprivileged_userns_clone', forbids: '0', allows: '1', forEach: false },
  { name: 'user.max_user_namespaces', forbids: '0', allows: '10000', forEach: false },
]

/**
 * Returns why Electron can't run on this system; null when no reason is known.
 * @param {System} system
 * @param {string | null} program the installed program, if any
 * @returns {string | null}
 */
export function obstacle({ platform, env, isRoot, settings }, program) {
  if (platform !== 'linux') return null
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no screen here'
  // Chromium's sandbox refuses root, and Janus never disables it.
  if (isRoot) return 'the desktop app does not run as root'
  if (program !== null && hasOwnSandbox(program)) return null
  const asked = closed.filter(({ forEach }) => program === null || !forEach)
  const found = asked.find(({ name, forbids }) => setting(settings, name) === forbids)
  return found === undefined ? null : sandboxWords(`sudo sysctl -w ${found.name}=${found.allows}`)
}

/**
 * The message about a missing sandbox, with the command that fixes it.
 * @param {string | null} command null when unknown
 */
export function sandboxWords(command) {
  const words = 'this system does not let programs build a sandbox of their own'
  return command === null ? words : `${words}; this fixes it: ${command}`
}

/**
 * Returns whether the setuid helper beside a program is set up, as packages do it.
 * @param {string} program
 */
function hasOwnSandbox(program) {
  const helper = statSync(join(dirname(program), 'chrome-sandbox'), { throwIfNoEntry: false })
  return helper !== undefined && helper.uid === 0 && (helper.mode & 0o4755) === 0o4755
}

/**
 * @param {string} settings
 * @param {string} name
 */
function setting(settings, name) {
  try {
    return readFileSync(join(settings, ...name.split('.')), 'utf8').trim()
  } catch {
    return null
  }
}
