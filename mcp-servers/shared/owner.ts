import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { IdentityFile } from '../../main/contract/api/agents-api.ts'

/**
 * Whether the app that wrote an address still runs: whoever listens there after it must not get the token.
 * Without a time of its start, any process of that number will do.
 */
export function runs({ pid, startedAt }: IdentityFile['owner']): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return startedAt === null || startedAt === startTime(pid)
}

/** When a process started, in the system's own words; null where it cannot be read. */
function startTime(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${String(pid)}/stat`, 'latin1')
      // The name stands in brackets and may hold anything, brackets too.
      const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return state === 'Z' || state === 'X' ? null : (rest[18] ?? null)
    }
    if (process.platform !== 'darwin') return null
    // The same words in every terminal: whoever compares them may have another language and time zone.
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC0' }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env }).trim() || null
  } catch {
    return null
  }
}
