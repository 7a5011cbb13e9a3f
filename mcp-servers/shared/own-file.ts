import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import type { IdentityFile } from '../../main/contract/api/agents-api.ts'

/** `foreign`: owned by another user. `open`: others have access. `odd`: not a regular file, or too large. */
type OwnFileProblem = 'missing' | 'foreign' | 'open' | 'odd'

export class OwnFileError extends Error {
  override readonly name = 'OwnFileError'
  readonly problem: OwnFileProblem

  constructor(path: string, problem: OwnFileProblem) {
    super(`${path}: ${problem}`)
    this.problem = problem
  }
}

const longest = 64 * 1024

/** Follows no symlink and never blocks on a pipe. Throws `OwnFileError`. */
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

/** Without a start time any process with that pid counts. */
export function runs({ pid, startedAt }: IdentityFile['owner']): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  return startedAt === null || startedAt === startTime(pid)
}

/** In the system's own format; null when it can't be read. */
function startTime(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${String(pid)}/stat`, 'latin1')
      // The process name is in parentheses and may contain any character, also parentheses.
      const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return state === 'Z' || state === 'X' ? null : (rest[18] ?? null)
    }
    if (process.platform !== 'darwin') return null
    // `ps` formats the time by language and time zone, so both are fixed: the writer may have others.
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC0' }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env }).trim() || null
  } catch {
    return null
  }
}
