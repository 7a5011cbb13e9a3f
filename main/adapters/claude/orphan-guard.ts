import { spawn } from 'node:child_process'
import { markName } from './options.ts'

/** How the program that ends what is left is started; the mark is put behind `args`. */
export interface SweepProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** A word means that all is well; the end of input without one, that whoever should have said it is gone. */
const waiting = `trap '' HUP INT TERM; read -r word && exit 0; exec "$@"`

/**
 * Waits in a tiny process for the end of this one. Told before it that nothing is left, by the answer, it just ends;
 * else it becomes the sweep, which ends whatever bears the mark. So nothing of the agents outlives a crash, a SIGKILL
 * or a lost screen for long. On Windows the system itself ends them with us.
 */
export function guardOrphans({ command, args, env = {} }: SweepProgram, mark: string): () => void {
  if (process.platform === 'win32') return () => undefined
  const rest = mark.slice(`${markName}=`.length)
  const guard = spawn('/bin/sh', ['-c', waiting, 'janus-guard', command, ...args, rest], {
    cwd: '/',
    // A group of its own: what is told to ours is not meant for it.
    detached: true,
    env: { ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  guard.unref()
  return () => guard.stdin.end('done\n')
}
