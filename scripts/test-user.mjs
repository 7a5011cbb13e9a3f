import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './child.mjs'

/** @typedef {{readonly uid: number, readonly gid: number}} User */

/** Runs the desktop app when the tests run as root, which Chromium's sandbox refuses. */
const name = 'janus-tests'

/** Runs the program in JANUS_AS_PERSON as that user. */
export const asUser = join(root, 'scripts', 'as-user.sh')

export const needsUser = process.platform === 'linux' && process.getuid?.() === 0

/** @returns {User | null} */
export function testUser() {
  const [uid, gid] = ['-u', '-g'].map((of) => Number.parseInt(ask('id', of, name).stdout, 10))
  return uid === undefined || gid === undefined || Number.isNaN(uid + gid) ? null : { uid, gid }
}

/** Creates the user if needed. Throws with the reason. */
export function ensureUser() {
  if (testUser() === null) {
    const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
    const made = ask('useradd', ...options, '--shell', '/usr/sbin/nologin', name)
    if (testUser() === null) throw new Error(`root cannot make the user ${name} (${made.stderr.trim()})`)
  }
  const env = { ...process.env, JANUS_AS_PERSON: 'test' }
  if (spawnSync(asUser, ['-r', join(root, 'package.json')], { env }).status === 0) return
  throw new Error(`the user ${name} cannot read ${root} ("chmod a+rX" on it, and on what is above, helps)`)
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function ask(command, ...args) {
  const { stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  return { stdout: stdout ?? '', stderr: error?.message ?? stderr }
}
