import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * What is asked of a system.
 * @typedef {object} System
 * @property {NodeJS.Platform} platform
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} isRoot
 * @property {string} settings where Linux shows its settings, `/proc/sys`
 */

/**
 * How a Linux forbids ordinary programs the namespaces that Chromium's sandbox is made of: the setting, its value, and
 * the one that allows them. AppArmor's may be lifted for a single program, by a rule for its path.
 */
const closed = [
  { name: 'kernel.apparmor_restrict_unprivileged_userns', forbids: '1', allows: '0', forEach: true },
  { name: 'kernel.unprivileged_userns_clone', forbids: '0', allows: '1', forEach: false },
  { name: 'user.max_user_namespaces', forbids: '0', allows: '10000', forEach: false },
]

/**
 * Why Electron cannot run on this system, whichever it is; null where nothing is known against it.
 * @param {System} system
 * @param {string | null} program the one that is there
 * @returns {string | null}
 */
export function obstacle({ platform, env, isRoot, settings }, program) {
  if (platform !== 'linux') return null
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no screen here'
  // Chromium's sandbox does not; Janus does not do without it.
  if (isRoot) return 'the desktop app does not run as root'
  if (program !== null && hasOwnSandbox(program)) return null
  const asked = closed.filter(({ forEach }) => program === null || !forEach)
  const found = asked.find(({ name, forbids }) => setting(settings, name) === forbids)
  return found === undefined ? null : sandboxWords(`sudo sysctl -w ${found.name}=${found.allows}`)
}

/**
 * That there is no sandbox to be had, and the one command that fixes it.
 * @param {string | null} command where it is known
 */
export function sandboxWords(command) {
  const words = 'this system does not let programs build a sandbox of their own'
  return command === null ? words : `${words}; this fixes it: ${command}`
}

/**
 * Whether the helper beside a program may build the sandbox for it, as its packages set that up.
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
