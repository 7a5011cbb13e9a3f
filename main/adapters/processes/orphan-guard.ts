import { spawn } from 'node:child_process'
import type { ProgramCommand } from './command.ts'
import { createHash } from 'node:crypto'

/** A word means that all is well; the end of input without one, that the one who should have said it is gone. */
const waiting = `trap '' HUP INT TERM; read -r word && exit 0; exec "$@"`

/**
 * Waits in a tiny process for the end of this one. Told before it that nothing is left, by the answer, it just ends;
 * else it becomes the sweep, which ends whatever bears the mark. So nothing of the agents outlives a crash, a SIGKILL
 * or a lost screen for long. On Windows the system itself ends them with us.
 */
export function guardOrphans({ command, args, env = {} }: ProgramCommand, mark: string): () => void {
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

/** The variable that marks every process of an agent. */
export const markName = 'JANUS_PROCESS'

/** The piece of environment by which all processes of one state folder know each other. */
export function folderMarker(stateFolder: string): string {
  const name = createHash('sha256').update(stateFolder).digest('hex').slice(0, 24)
  return `${markName}=${name}/`
}
