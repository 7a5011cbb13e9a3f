import { execFileSync } from 'node:child_process'
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { IdentityFile } from '../../main/contract/agents-api.ts'
import { RefusedError } from '../../main/contract/errors.ts'

const identityFile = z.object({
  url: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}\/api$/),
  token: z.string().regex(/^[A-Za-z0-9_-]{20,200}$/),
  agent: z.string(),
  owner: z.object({ pid: z.int().min(1), startedAt: z.string().nullable() }),
})

/**
 * Reads who we are. Throws `RefusedError` when the file is gone, is not ours alone, or names an address
 * whose owner does not run any more: whoever listens there now must not get the token.
 */
export function readIdentity(path: string): IdentityFile {
  const identity = identityFile.safeParse(parse(readOwn(path)))
  if (!identity.success) throw gone('The file that says who this agent is cannot be read.')
  if (!runs(identity.data.owner)) throw gone('Janus does not run any more.')
  return identity.data
}

function readOwn(path: string): string {
  let file: number
  try {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
    file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch {
    throw gone('This agent has no access to Janus any more.')
  }
  try {
    const stat = fstatSync(file)
    const alone =
      process.platform === 'win32' || ((stat.mode & 0o077) === 0 && stat.uid === process.getuid?.())
    if (!stat.isFile() || !alone) throw gone('Others can touch the file that says who this agent is.')
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function runs({ pid, startedAt }: IdentityFile['owner']): boolean {
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
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

function gone(message: string): RefusedError {
  return new RefusedError({ code: 'unavailable', message })
}
