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
export type RefusedBecause = 'newer' | 'migration' | 'locked' | 'unsafe' | 'lacking'

/** The database was left untouched; the message says what to do. */
export class StoreRefusedError extends Error {
  override readonly name = 'StoreRefusedError'
  readonly because: RefusedBecause

  constructor(because: RefusedBecause, message: string, options?: ErrorOptions) {
    super(message, options)
    this.because = because
  }
}
