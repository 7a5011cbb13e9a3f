import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { isExecutable, onPath } from './system-packages.mjs'

/** @typedef {{readonly display: string, readonly close: () => Promise<void>}} Screen a screen that nobody sees */

/** Whether the tests have a screen of their own here; elsewhere the person sees their windows come and go. */
export function hasOwnScreen() {
  return process.platform === 'linux' && onPath(['Xvfb']).some(isExecutable)
}

/** The screen ends with who opened it, however that ends: its input is closed then. */
const script = 'Xvfb "$@" & screen=$!; exec 3>&-; read -r _; kill $screen; wait $screen'

/**
 * Opens a screen for windows of the tests; null where it is the person's own.
 * @param {string} [size] in pixels
 * @returns {Promise<Screen | null>}
 */
export async function openScreen(size = '1440x900') {
  if (!hasOwnScreen()) return null
  // It looks for a free number itself, and says which once it can be used.
  const args = ['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp']
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
