/** The system's time, in the way in which a CLI in memory asks for it: what is to come can be dropped by its owner. */
export class RealClock {
  readonly #due = new Map<string, Set<NodeJS.Timeout>>()

  afterFor(owner: string, ms: number, fn: () => void): () => void {
    const mine = this.#due.get(owner) ?? new Set()
    this.#due.set(owner, mine)
    const timer = setTimeout(() => {
      mine.delete(timer)
      fn()
    }, ms)
    mine.add(timer)
    return () => {
      clearTimeout(timer)
      mine.delete(timer)
    }
  }

  /** Takes away everything that an owner still had to come. */
  drop(owner: string): void {
    for (const timer of this.#due.get(owner) ?? []) clearTimeout(timer)
    this.#due.delete(owner)
  }
}
