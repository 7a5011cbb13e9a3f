import { StoreFullError } from '../../ports/ports.ts'

/**
 * What a database error says about the environment: no space, a failing or read-only disk, another
 * program's lock, damage. `other`: a bug.
 */
export type Fault = 'full' | 'disk' | 'locked' | 'damaged' | 'other'

// SQLite's primary result codes.
const faults: Readonly<Record<number, Fault>> = {
  3: 'disk', // PERM
  5: 'locked', // BUSY
  6: 'locked', // LOCKED
  7: 'full', // NOMEM
  8: 'disk', // READONLY
  10: 'disk', // IOERR
  11: 'damaged', // CORRUPT
  13: 'full', // FULL
  14: 'disk', // CANTOPEN
  15: 'locked', // PROTOCOL
  26: 'damaged', // NOTADB
}

const systemFaults: Readonly<Record<string, Fault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EIO: 'disk',
  EROFS: 'disk',
  EACCES: 'disk',
  EPERM: 'disk',
  EMFILE: 'disk',
  ENFILE: 'disk',
}

/** Classifies errors of SQLite and of the file system. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return 'other'
  if ('errcode' in error && typeof error.errcode === 'number') {
    // Violations in our own tables have an extended code; the plain code 19 comes from the search index,
    // which then already contains its own rows.
    if (error.errcode === 19) return 'damaged'
    return faults[error.errcode & 0xff] ?? 'other'
  }
  if ('code' in error && typeof error.code === 'string') return systemFaults[error.code] ?? 'other'
  return 'other'
}

/** Returns a `StoreFullError` for the user, or the error itself when it is a bug. */
export function storeRefusal(error: unknown, folder: string, at: 'commit' | 'start' = 'commit'): unknown {
  const fault = faultOf(error)
  if (fault === 'other') return error
  const detail = error instanceof Error ? error.message : ''
  const words = {
    full: [`There is no room left for ${folder}`, 'Free some space'],
    disk: [`Janus cannot write in ${folder} (${detail})`, 'Make it writable'],
    locked: [`Another program keeps the database in ${folder} locked`, 'End that program'],
    damaged: [`The database in ${folder} is damaged (${detail})`, 'Start Janus again to have it checked'],
  }
  const [what, cure] = words[fault]
  const rest =
    fault === 'damaged' ? '' : at === 'commit' ? '; Janus continues by itself' : ', then start Janus again'
  const message = `${what}${at === 'commit' ? ': nothing of this was saved' : ''}. ${cure}${rest}.`
  return new StoreFullError(message, { cause: error })
}

/** The database was unusable and was moved aside completely; nothing was deleted. */
export class StoreSetAsideError extends Error {
  override readonly name = 'StoreSetAsideError'
  /** New paths of the database and its companion files; empty if they could not be moved. */
  readonly movedTo: readonly string[]

  constructor(message: string, movedTo: readonly string[], options?: ErrorOptions) {
    super(message, options)
    this.movedTo = movedTo
  }
}

/**
 * `newer`: written by a newer Janus; `migration`: older and not convertible; `unsafe`: not a plain file;
 * `lacking`: this SQLite can't read it.
 */
type RefusedBecause = 'newer' | 'migration' | 'locked' | 'unsafe' | 'lacking'

/** The database was left untouched; the message tells the user what to do. */
export class StoreRefusedError extends Error {
  override readonly name = 'StoreRefusedError'
  readonly because: RefusedBecause

  constructor(because: RefusedBecause, message: string, options?: ErrorOptions) {
    super(message, options)
    this.because = because
  }
}
