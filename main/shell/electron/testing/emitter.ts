import type { On } from '../electron-parts.ts'

type Listener = (...args: never[]) => unknown
type Table<E> = { [K in keyof E]: Listener }

/** What tells events of a table, as Electron's objects do; tests tell them by `tell`. */
export class Emitter<E extends Table<E>> {
  readonly #listeners = new Map<keyof E, Listener[]>()

  /** Typed as Electron's, with one overload for each event. */
  readonly on: On<E> = ((event: keyof E, listener: Listener) => {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
  }) as unknown as On<E>

  /** Names of the events that somebody listens to. */
  get heard(): (keyof E)[] {
    return [...this.#listeners.keys()].sort()
  }

  /** Calls whoever listens; fails when nobody does. */
  tell<K extends keyof E>(event: K, ...args: Parameters<E[K]>): void {
    const listeners = this.#listeners.get(event)
    if (!listeners) throw new Error(`Nobody listens to ${String(event)}.`)
    for (const listener of listeners) listener(...(args as never[]))
  }
}
