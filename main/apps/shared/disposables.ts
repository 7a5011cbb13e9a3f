import type { Clock } from '../../ports/ports.ts'

/** Cleanup functions, run once in reverse order. */
export class Disposables {
  readonly #all: (() => unknown)[] = []
  #closing: Promise<void> | null = null

  push(closer: () => unknown): void {
    this.#all.push(closer)
  }

  get isClosing(): boolean {
    return this.#closing !== null
  }

  /** All calls get the same promise. Rejects with the first error and then skips the rest. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** Closes while `force` speeds that up; after `limit` ms only calls `atLeast`. Never rejects. */
  async abort(clock: Clock, limit: number, force: () => Promise<void>, atLeast: () => void): Promise<void> {
    const late = Promise.withResolvers<void>()
    const cancel = clock.after(limit, () => {
      atLeast()
      late.resolve()
    })
    await Promise.race([Promise.allSettled([this.close(), force()]), late.promise])
    cancel()
  }

  async #close(): Promise<void> {
    for (const closer of this.#all.splice(0).reverse()) await closer()
  }
}
