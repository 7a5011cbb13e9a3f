import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { isExecutable, onPath } from './system-packages.mjs'

/** Whether windows can be shown to nobody here: elsewhere the person sees them come and go. */
export function hasOwnScreen() {
  return process.platform === 'linux' && onPath(['Xvfb']).some(isExecutable)
}

/** Before the tests in the desktop app: a screen of their own, told by DISPLAY. Gives what ends it. */
export async function openScreen() {
  if (!hasOwnScreen()) return () => undefined
  // It looks for a free number itself, and says which once it can be used.
  const args = ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp']
  const screen = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const ended = once(screen, 'exit')
  const said = /** @type {import('node:stream').Readable} */ (screen.stdio[3])
  const number = await Promise.race([once(said, 'data'), ended.then(() => null)])
  if (number === null) throw new Error('Xvfb opens no screen.')
  process.env.DISPLAY = `:${String(number[0]).trim()}`
  delete process.env.WAYLAND_DISPLAY
  return async () => {
    screen.kill()
    await ended
  }
}
