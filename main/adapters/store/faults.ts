import { StoreFullError } from '../../ports/ports.ts'

/**
 * What a failing database says about its surroundings: no room, a disk that errs or forbids writing,
 * another program's lock. `other` is everything that more room or a better disk would not cure.
 */
export type Fault = 'full' | 'disk' | 'locked' | 'damaged' | 'other'

// Primary result codes of SQLite.
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

/** Sorts an error thrown by SQLite or by the file system. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return 'other'
  if ('errcode' in error && typeof error.errcode === 'number') {
    // Of the tables of ours a broken rule is always told with its kind; without one it is the search index that
    // finds its own rows there already.
    if (error.errcode === 19) return 'damaged'
    return faults[error.errcode & 0xff] ?? 'other'
  }
  if ('code' in error && typeof error.code === 'string') return systemFaults[error.code] ?? 'other'
  return 'other'
}

/**
 * The error for a caller whose rows were not kept, or for a start that could not be made: a `StoreFullError` in
 * words for a user, or the bug itself.
 */
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

/** The database could not be used as it was; it was moved, complete, to `movedTo`. Nothing was deleted. */
export class StoreSetAsideError extends Error {
  override readonly name = 'StoreSetAsideError'
  /** Paths of the file and of what belongs to it, where they lie now; empty if they were left in place. */
  readonly movedTo: readonly string[]

  constructor(message: string, movedTo: readonly string[], options?: ErrorOptions) {
    super(message, options)
    this.movedTo = movedTo
  }
}

/**
 * Why a database was left as it is: from a newer Janus, from an earlier one and not to be brought on, in use, not a plain file, or the
 * program that Janus runs in has an SQLite that cannot read it.
 */
type RefusedBecause = 'newer' | 'migration' | 'locked' | 'unsafe' | 'lacking'

/** The database was left untouched; the message says what to do. */
export class StoreRefusedError extends Error {
  override readonly name = 'StoreRefusedError'
  readonly because: RefusedBecause

  constructor(because: RefusedBecause, message: string, options?: ErrorOptions) {
    super(message, options)
    this.because = because
  }
}
