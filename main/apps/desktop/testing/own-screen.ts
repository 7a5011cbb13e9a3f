import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'

export interface OwnScreen {
  readonly environment: Readonly<Record<string, string>>
  end(): Promise<void>
}

/** Starts Xvfb on Linux; does nothing elsewhere. */
export async function openOwnScreen(): Promise<OwnScreen> {
  if (process.platform !== 'linux') return { environment: {}, end: async () => undefined }
  // Xvfb chooses a free number and prints it once it is ready.
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
