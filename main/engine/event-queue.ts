import type { Answer, Event } from '../core/step/events.ts'
import { RefusedError } from '../contract/api/errors.ts'

/** A fact has neither `settle` nor `refuse`. */
export interface Waiting {
  /** Called when its turn comes. */
  readonly event: () => Event
  /** Its `event` function reads the store, so everything before it must be saved first. */
  readonly looksUp: boolean
  /** It waited to be saved together with others of its kind (see `pace`). */
  readonly isGathered: boolean
  readonly settle: ((answer: Answer) => void) | null
  readonly refuse: ((error: Error) => void) | null
}

export const factOf = (event: Event, isGathered = false): Waiting => ({
  event: () => event,
  looksUp: false,
  isGathered,
  settle: null,
  refuse: null,
})

export class EventQueue {
  #waiting: Waiting[] = []

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  push(one: Waiting): void {
    this.#waiting.push(one)
  }

  /**
   * Takes the events that can be saved together: up to the first that reads the store. Gathered events form
   * their own batch, before later ones: what follows from them must not come too late.
   */
  next(): readonly Waiting[] {
    const first = this.#waiting[0]
    const end = this.#waiting.findIndex(
      (one, at) => at > 0 && (one.looksUp || one.isGathered !== first?.isGathered),
    )
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }
}

/** An event that can't be built (for example, for an unknown name) is refused alone. */
export function readEvent(one: Waiting): Event | null {
  try {
    return one.event()
  } catch (error) {
    if (!one.refuse || !(error instanceof RefusedError)) throw error
    one.refuse(error)
    return null
  }
}
