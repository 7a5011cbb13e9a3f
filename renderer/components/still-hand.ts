/** So long after what stands under a still pointer has changed, a click there is not meant for it; in ms. */
const settleMs = 400
/** A hand that rests moves no further than this, in px. */
const still = 4

/** Where the pointer is, and when; as events tell it. */
export interface Pointed {
  readonly x: number
  readonly y: number
  /** ms, on the clock of events. */
  readonly at: number
  /** What stands there: the same words for the same button of the same message. */
  readonly on: string
}

/**
 * Keeps a second click from meeting the message that slid under a still pointer. It only compares events: there is
 * no timer, and a hand that moves is believed at once.
 */
export class StillHand {
  #rests: Pointed | null = null
  #changedAt = -Infinity

  /** The pointer moved or went down; what it meets is what the person sees there. */
  pointed(now: Pointed): void {
    if (this.#rests === null || isElsewhere(this.#rests, now)) this.#rests = now
  }

  /** What is shown has changed. `at`: ms, on the clock of events. */
  changed(at: number): void {
    this.#changedAt = at
  }

  /** Is this click meant for what it meets? */
  isMeant(click: Pointed): boolean {
    const rests = this.#rests
    const slid = rests !== null && !isElsewhere(rests, click) && rests.on !== click.on
    if (slid && click.at - this.#changedAt < settleMs) return false
    this.#rests = click
    return true
  }
}

const isElsewhere = (a: Pointed, b: Pointed) => Math.hypot(a.x - b.x, a.y - b.y) > still
