const span = 5 * 60_000
const most = 3

export class CrashReports {
  readonly #now: () => number
  #times: number[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  /** Records a breakdown. Returns false at the third within five minutes. */
  again(): boolean {
    const now = this.#now()
    this.#times = [...this.#times.filter((time) => now - time < span && time <= now), now]
    if (this.#times.length < most) return true
    this.#times = []
    return false
  }
}
