import type { Clock } from '../ports/ports.ts'

interface Due {
  /** By the steady clock. */
  readonly at: number
  readonly n: number
  readonly fn: () => void
  readonly owner: string
}

/** Time that only moves when told to, as unkind as a real one. Calls run in order of time, then of asking. */
export class VirtualClock implements Clock {
  /** The steady clock. */
  #steady = 0
  /** What the wall clock is ahead of it. */
  #ahead: number
  /** The user's local time less UTC, in ms. */
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

  /** Like `after`, on behalf of an owner whose whole future `drop` can take away. */
  afterFor(owner: string, ms: number, fn: () => void): () => void {
    const due: Due = { at: this.#steady + Math.max(0, ms), n: this.#n++, fn, owner }
    const before = this.#due.findIndex((other) => other.at > due.at)
    if (before < 0) this.#due.push(due)
    else this.#due.splice(before, 0, due)
    return () => {
      this.#due = this.#due.filter((other) => other !== due)
    }
  }

  /** Takes away everything that an owner still had to come. */
  drop(owner: string): void {
    this.#due = this.#due.filter((due) => due.owner !== owner)
  }

  /** When something is due next, or null. */
  get next(): number | null {
    const due = this.#due[0]
    return due ? due.at + this.#ahead : null
  }

  /** Moves to the next call and runs it; false when there is none. */
  step(): boolean {
    const due = this.#due.shift()
    if (!due) return false
    this.#steady = Math.max(this.#steady, due.at)
    due.fn()
    return true
  }

  /**
   * The machine sleeps so many ms, or its clock is set on, or (below 0) back. Timers know nothing of it: each keeps what
   * was left of its time.
   */
  leap(ms: number): void {
    this.#ahead += ms
  }

  /** So many ms go by in the midst of something that holds up everything else. */
  spend(ms: number): void {
    this.#steady += ms
  }

  /** Moves on by `ms`, running what falls due on the way. */
  advance(ms: number): void {
    const end = this.#steady + ms
    while (this.#due[0] && this.#due[0].at <= end) this.step()
    this.#steady = end
  }
}
