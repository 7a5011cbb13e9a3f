const span = 5 * 60_000
const most = 3

/** Counts how often a page or a process broke down: the third time in five minutes, it is not tried again. */
export class CrashReports {
  readonly #now: () => number
  #times: number[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  /** Notes one; answers whether it is to be tried again. */
  again(): boolean {
    const now = this.#now()
    this.#times = [...this.#times.filter((time) => now - time < span && time <= now), now]
    if (this.#times.length < most) return true
    this.#times = []
    return false
  }
}
