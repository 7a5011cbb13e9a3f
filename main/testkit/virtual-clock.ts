import type { Clock } from '../ports/ports.ts'

interface Due {
  readonly at: number // monotonic
  readonly n: number
  readonly fn: () => void
  readonly owner: string
}

/** Time that advances only when told to, with realistic jumps. Callbacks run in order of time, then of scheduling. */
export class VirtualClock implements Clock {
  #steady = 0 // monotonic
  /** Wall time minus monotonic time. */
  #ahead: number
  /** Local time minus UTC, in ms. */
  zone = 0
  #n = 0
  #due: Due[] = []

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#ahead = now
  }

  now(): number {
    return this.#steady + this.#ahead
  }

  steady(): number {
    return this.#steady
  }

  offset(): number {
    return this.zone
  }

  after(ms: number, fn: () => void): () => void {
    return this.afterFor('', ms, fn)
  }

  /** Like `after`, for an owner whose callbacks `drop` can remove. */
  afterFor(owner: string, ms: number, fn: () => void): () => void {
    const due: Due = { at: this.#steady + Math.max(0, ms), n: this.#n++, fn, owner }
    const before = this.#due.findIndex((other) => other.at > due.at)
    if (before < 0) this.#due.push(due)
    else this.#due.splice(before, 0, due)
    return () => {
      this.#due = this.#due.filter((other) => other !== due)
    }
  }

  /** Removes all callbacks of an owner. */
  drop(owner: string): void {
    this.#due = this.#due.filter((due) => due.owner !== owner)
  }

  /** When the next callback is due, or null. */
  get next(): number | null {
    const due = this.#due[0]
    return due ? due.at + this.#ahead : null
  }

  /** Advances to the next callback and runs it; false when there is none. */
  step(): boolean {
    const due = this.#due.shift()
    if (!due) return false
    this.#steady = Math.max(this.#steady, due.at)
    due.fn()
    return true
  }

  /** The computer sleeps for `ms`, or its clock is changed (below 0: set back). Timers keep their remaining time. */
  leap(ms: number): void {
    this.#ahead += ms
  }

  /** Time passes during something that blocks all callbacks. */
  spend(ms: number): void {
    this.#steady += ms
  }

  /** Advances by `ms`, running what falls due. */
  advance(ms: number): void {
    const end = this.#steady + ms
    while (this.#due[0] && this.#due[0].at <= end) this.step()
    this.#steady = end
  }
}
