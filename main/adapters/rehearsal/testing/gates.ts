/** Holds answers at named gates until a test releases them. */
export class Gates {
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #watchers = new Map<string, (() => void)[]>()
  readonly #open = new Set<string>()

  /**
   * Resolves when the gate is released, or immediately if it was opened; rejects with the signal's reason
   * on abort.
   */
  async wait(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#open.has(name)) return
    const waiting = this.#waiting.get(name) ?? new Set()
    this.#waiting.set(name, waiting)
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(resolve)
        reject(signal.reason as Error)
      }
      waiting.add(resolve)
      signal.addEventListener('abort', leave, { once: true })
      for (const seen of this.#watchers.get(name) ?? []) seen()
      this.#watchers.delete(name)
    })
  }

  /** Releases all that wait at the gate; returns their number. */
  release(name: string): number {
    const waiting = [...(this.#waiting.get(name) ?? [])]
    this.#waiting.delete(name)
    for (const goOn of waiting) goOn()
    return waiting.length
  }

  /** Releases all that wait at the gate now or later; returns how many were waiting. */
  open(name: string): number {
    this.#open.add(name)
    return this.release(name)
  }

  /** Resolves when something waits at the gate. */
  held(name: string): Promise<void> {
    if ((this.#waiting.get(name)?.size ?? 0) > 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#watchers.set(name, [...(this.#watchers.get(name) ?? []), resolve])
    })
  }
}
