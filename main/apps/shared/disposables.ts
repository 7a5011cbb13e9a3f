import type { Clock } from '../../ports/ports.ts'

/** What must be undone at the end, the last first; once. */
export class Disposables {
  readonly #all: (() => unknown)[] = []
  #closing: Promise<void> | null = null

  push(closer: () => unknown): void {
    this.#all.push(closer)
  }

  get isClosing(): boolean {
    return this.#closing !== null
  }

  /** Resolves when all is undone, also for anyone who asks again; rejects with the first error, the rest left as it is. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  /** Closes while `force` makes that quick; after `limit` ms only `atLeast` is done. Never rejects. */
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
