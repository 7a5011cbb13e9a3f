import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { isExecutable, onPath } from './system-packages.mjs'

/** @typedef {{readonly display: string, readonly close: () => Promise<void>}} Screen a virtual screen */

/** @typedef {{readonly environment: Record<string, string>, readonly close: () => Promise<void>}} Wayland */

/** Returns whether the tests have a private screen; elsewhere their windows appear on the user's. */
export function hasOwnScreen() {
  return process.platform === 'linux' && onPath(['Xvfb']).some(isExecutable)
}

/** The closed stdin ends Xvfb however its opener ends. */
const script = 'Xvfb "$@" & screen=$!; exec 3>&-; read -r _; kill $screen; wait $screen'

/**
 * Opens a private screen; null where windows appear on the user's own.
 * @param {string} [size] in pixels
 * @returns {Promise<Screen | null>}
 */
export async function openScreen(size = '1440x900') {
  if (!hasOwnScreen()) return null
  // Xvfb picks a free display number, and reports it once it is ready.
  const args = ['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp', '-noreset']
  const server = spawn('sh', ['-c', script, 'sh', ...args], { stdio: ['pipe', 'ignore', 'ignore', 'pipe'] })
  const ended = once(server, 'exit')
  const said = /** @type {import('node:stream').Readable} */ (server.stdio[3])
  const close = async () => {
    server.stdin?.end()
    await ended
  }
  const number = await Promise.race([once(said, 'data'), once(said, 'end').then(() => null)])
  if (number === null) {
    await close()
    throw new Error('Xvfb opens no screen.')
  }
  return { display: `:${String(number[0]).trim()}`, close }
}

/**
 * Starts a Weston compositor without a display, as another user if given, who must own the socket's folder.
 * `weston-debug scene-graph` shows its windows. Rejects where Weston is missing.
 * @param {string} folder
 * @param {{uid: number, gid: number} | null} [as]
 * @returns {Promise<Wayland>}
 */
export async function openWayland(folder, as = null) {
  const socket = 'janus-tests'
  const watched = watch(folder)
  const there = new Promise((resolve) => {
    watched.on('change', (_, name) => name === socket && resolve(true))
  })
  const environment = { XDG_RUNTIME_DIR: folder, WAYLAND_DISPLAY: socket }
  const args = ['--backend=headless-backend.so', `--socket=${socket}`, '--idle-time=0', '--debug']
  const compositor = spawn('weston', args, {
    stdio: 'ignore',
    env: { ...process.env, XDG_RUNTIME_DIR: folder },
    ...as,
  })
  const ended = once(compositor, 'exit').catch(() => undefined)
  const isThere = await Promise.race([there, ended.then(() => false)])
  watched.close()
  if (!isThere) throw new Error('Weston opens no screen; install weston.')
  const close = async () => {
    compositor.kill()
    await ended
  }
  return { environment, close }
}
