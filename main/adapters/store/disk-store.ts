import type { MishapFacts } from '../../contract/app/storage.ts'
import type { Store } from '../../ports/ports.ts'

/** A store on a disk, to which something may have happened. */
export interface DiskStore extends Store {
  /** What had befallen the database before it could be opened. */
  readonly mishaps: readonly MishapFacts[]
  /** Where what was found then lies now. */
  readonly kept: readonly string[]
  /** Whether the database still lies where it was opened. */
  readonly isThere: boolean
  /** Path of the database. */
  readonly file: string
  /**
   * Lets the file stand as of now, so that another process can copy it; `disturbed` is told when it could stand no
   * longer, the answer ends it. Throws `StoreFullError`.
   */
  holdStill(disturbed: () => void): () => void
}
