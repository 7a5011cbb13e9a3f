import type { Clock } from '../../ports/ports.ts'

/** Timers that all end together. */
export class Pauses {
  readonly #clock: Clock
  readonly #ends = new Set<() => void>()
  #isOver = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isOver(): boolean {
    return this.#isOver
  }

  wait(ms: number): Promise<void> {
    if (this.#isOver) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        this.#ends.delete(end)
        cancel()
        resolve()
      }
      const cancel = this.#clock.after(ms, end)
      this.#ends.add(end)
    })
  }

  /** Resolves like `other`, or rejects when everything ends. */
  async unlessOver<T>(other: Promise<T>): Promise<T> {
    let end = (): void => {}
    const over = new Promise<never>((_resolve, reject) => {
      end = () => reject(new Error('over'))
      if (this.#isOver) end()
      else this.#ends.add(end)
    })
    try {
      return await Promise.race([other, over])
    } finally {
      this.#ends.delete(end)
    }
  }

  /** Calls `fn` every `ms` until everything ends, or until the returned function is called. */
  every(ms: number, fn: () => void): () => void {
    let isEnded = false
    let cancel = (): void => {}
    const next = (): void => {
      cancel = this.#clock.after(ms, () => {
        if (isEnded || this.#isOver) return
        fn()
        next()
      })
    }
    const end = (): void => {
      isEnded = true
      this.#ends.delete(end)
      cancel()
    }
    if (!this.#isOver) {
      this.#ends.add(end)
      next()
    }
    return end
  }

  end(): void {
    this.#isOver = true
    for (const end of this.#ends) end()
    this.#ends.clear()
  }
}
