/** Holds answers at named places until a test lets them go on. */
export class Gates {
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #watchers = new Map<string, (() => void)[]>()

  /** Resolves when `name` is released; rejects with the signal's reason when it aborts first. */
  async wait(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
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

  /** Resolves as soon as somebody waits at `name`, at once if somebody does already. */
  held(name: string): Promise<void> {
    if ((this.#waiting.get(name)?.size ?? 0) > 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#watchers.set(name, [...(this.#watchers.get(name) ?? []), resolve])
    })
  }
}
