import { allMembers, lookAtGroup, type GroupLook, type Member } from './system-processes.ts'

/** So long one table of all processes serves whoever looks, in ms: every silent agent looks every few seconds. */
const fresh = 1000

/** Looks at process groups, in one table of the system's processes for all that look within a second. */
export class GroupLooks {
  readonly #steady: () => number
  readonly #read: () => readonly Member[] | null
  #table: readonly Member[] | null = null
  #at = -Infinity

  /** `steady`: ms of a clock that is never set; `read`: the table, new. */
  constructor(steady: () => number, read: () => readonly Member[] | null = allMembers) {
    this.#steady = steady
    this.#read = read
  }

  /** How a group stood within the last second; null where that cannot be read, or nothing of it is there. */
  look(group: number): GroupLook | null {
    const now = this.#steady()
    if (now - this.#at >= fresh) {
      this.#table = this.#read()
      this.#at = now
    }
    return lookAtGroup(group, this.#table)
  }
}
