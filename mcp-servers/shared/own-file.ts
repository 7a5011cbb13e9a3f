import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import type { IdentityFile } from '../../main/contract/api/agents-api.ts'

/** Why a file of the user's own was not read: none is there, it is another's, others can touch it, it is no file. */
type OwnFileProblem = 'missing' | 'foreign' | 'open' | 'odd'

/** A file that holds a secret was not read. */
export class OwnFileError extends Error {
  override readonly name = 'OwnFileError'
  readonly problem: OwnFileProblem

  constructor(path: string, problem: OwnFileProblem) {
    super(`${path}: ${problem}`)
    this.problem = problem
  }
}

/** Longest file that is read, in bytes. */
const longest = 64 * 1024

/** Reads a file that only its owner, who is us, can touch. Follows no link, waits for no pipe. Throws `OwnFileError`. */
export function readOwnFile(path: string): string {
  const file = open(path)
  try {
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.size > longest) throw new OwnFileError(path, 'odd')
    if (process.platform !== 'win32' && stat.uid !== process.getuid?.())
      throw new OwnFileError(path, 'foreign')
    if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0) throw new OwnFileError(path, 'open')
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

function open(path: string): number {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EACCES' || code === 'EPERM') throw new OwnFileError(path, 'foreign')
    throw new OwnFileError(path, code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'odd')
  }
}

/**
 * Whether the app that wrote an address still runs: anyone who listens there after it must not get the token.
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
    // The same words in every terminal: anyone who compares them may have another language and time zone.
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC0' }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env }).trim() || null
  } catch {
    return null
  }
}
