import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** Why a file of the person's own was not read: none is there, it is another's, others can touch it, it is no file. */
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
