import { spawn } from 'node:child_process'
import type { ProgramCommand } from './command.ts'
import { createHash } from 'node:crypto'

/** A line means that this process ended normally; end of input without one, that it died. */
const waiting = `trap '' HUP INT TERM; read -r word && exit 0; exec "$@"`

/**
 * Starts a small shell that waits for this process to end. If the returned function was called before, it
 * just exits; else it becomes the sweep, which kills all processes with the marker, so agents don't outlive
 * a crash or a SIGKILL. On Windows the system ends them with us.
 */
export function guardOrphans({ command, args, env = {} }: ProgramCommand, mark: string): () => void {
  if (process.platform === 'win32') return () => undefined
  const rest = mark.slice(`${markName}=`.length)
  const guard = spawn('/bin/sh', ['-c', waiting, 'janus-guard', command, ...args, rest], {
    cwd: '/',
    // Its own group, so that signals to ours don't reach it.
    detached: true,
    env: { ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.on('error', () => undefined)
  guard.stdin.on('error', () => undefined)
  guard.unref()
  return () => guard.stdin.end('done\n')
}

/** Environment variable that marks every process of an agent. */
export const markName = 'JANUS_PROCESS'

/** Marker prefix of all processes of one state folder. */
export function folderMarker(stateFolder: string): string {
  const name = createHash('sha256').update(stateFolder).digest('hex').slice(0, 24)
  return `${markName}=${name}/`
}
