/** Holds answers at named places until a test lets them go on. */
export class Gates {
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #watchers = new Map<string, (() => void)[]>()
  readonly #open = new Set<string>()

  /** Resolves when `name` is released, at once where it was opened; rejects with the signal's reason when it aborts first. */
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

  /** Lets all who wait at `name` go on; gives how many there were. */
  release(name: string): number {
    const waiting = [...(this.#waiting.get(name) ?? [])]
    this.#waiting.delete(name)
    for (const goOn of waiting) goOn()
    return waiting.length
  }

  /** Lets all who wait at `name` go on, and all who come later; gives how many waited. */
  open(name: string): number {
    this.#open.add(name)
    return this.release(name)
  }

  /** Resolves as soon as somebody waits at `name`, at once if somebody does already. */
  held(name: string): Promise<void> {
    if ((this.#waiting.get(name)?.size ?? 0) > 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#watchers.set(name, [...(this.#watchers.get(name) ?? []), resolve])
    })
  }
}
