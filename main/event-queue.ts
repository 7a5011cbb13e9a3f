import type { Answer, Event } from './core/events.ts'
import { RefusedError } from './contract/errors.ts'

/** An event that waits for its turn. A fact has nobody to tell, and cannot be refused. */
export interface Waiting {
  /** Read when its turn comes. */
  readonly event: () => Event
  /** Whether it looks things up in the store when it is read: all that came before must be saved by then. */
  readonly looksUp: boolean
  readonly settle: ((answer: Answer) => void) | null
  readonly refuse: ((error: Error) => void) | null
}

/** Something that has happened. */
export const factOf = (event: Event): Waiting => ({
  ...{ event: () => event, looksUp: false, settle: null, refuse: null },
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

  /** Takes out what can be saved together: all up to the first that must find the rest in the store. */
  next(): readonly Waiting[] {
    const end = this.#waiting.findIndex(({ looksUp }, at) => looksUp && at > 0)
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }
}

/** The event of a waiting one; what cannot be asked (an unknown name) refuses that one alone. */
export function read(one: Waiting): Event | null {
  try {
    return one.event()
  } catch (error) {
    if (!one.refuse || !(error instanceof RefusedError)) throw error
    one.refuse(error)
    return null
  }
}
