import type { Answer, Event } from '../core/step/events.ts'
import { RefusedError } from '../contract/api/errors.ts'

/** An event that waits for its turn. A fact has nobody to tell, and cannot be refused. */
export interface Waiting {
  /** Read when its turn comes. */
  readonly event: () => Event
  /** Whether it looks things up in the store when it is read: all that came before must be saved by then. */
  readonly looksUp: boolean
  /** Whether it was let wait for others of its like. */
  readonly isGathered: boolean
  readonly settle: ((answer: Answer) => void) | null
  readonly refuse: ((error: Error) => void) | null
}

/** Something that has happened. `isGathered`: see `pace`. */
export const factOf = (event: Event, isGathered = false): Waiting => ({
  event: () => event,
  looksUp: false,
  isGathered,
  settle: null,
  refuse: null,
})

/** What has come and is not applied yet, in order. */
export class EventQueue {
  #waiting: Waiting[] = []

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  push(one: Waiting): void {
    this.#waiting.push(one)
  }

  /**
   * Takes out what can be saved together: all up to the first that must find the rest in the store. What was let wait is
   * done before anything else comes: nothing that follows from it may come too late for it.
   */
  next(): readonly Waiting[] {
    const first = this.#waiting[0]
    const end = this.#waiting.findIndex(
      (one, at) => at > 0 && (one.looksUp || one.isGathered !== first?.isGathered),
    )
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }
}

/** The event of a waiting one; what cannot be asked (an unknown name) refuses that one alone. */
export function readEvent(one: Waiting): Event | null {
  try {
    return one.event()
  } catch (error) {
    if (!one.refuse || !(error instanceof RefusedError)) throw error
    one.refuse(error)
    return null
  }
}
