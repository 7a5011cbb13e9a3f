import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'

/** A screen that nobody sees. */
export interface OwnScreen {
  /** By which a program finds it. */
  readonly environment: Readonly<Record<string, string>>
  /** Takes it away from anyone who is on it. */
  end(): Promise<void>
}

/** Opens one, where a system has screens that one can have for oneself. */
export async function openOwnScreen(): Promise<OwnScreen> {
  if (process.platform !== 'linux') return { environment: {}, end: async () => undefined }
  // It looks for a free number itself, and says which once it can be used.
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-noreset'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const ended = once(screen, 'exit')
  const said = screen.stdio[3]
  if (!(said instanceof Readable)) throw new TypeError()
  const number = await Promise.race([once(said, 'data'), ended.then(() => null)])
  if (number === null) throw new Error('Xvfb opens no screen.')
  return {
    environment: { DISPLAY: `:${String(number[0]).trim()}` },
    end: async () => {
      screen.kill()
      await ended
    },
  }
}
