import type { On } from '../electron-parts.ts'

type Listener = (...args: never[]) => unknown
type Table<E> = { [K in keyof E]: Listener }

/** What tells events of a table, as Electron's objects do. */
export class Emitter<E extends Table<E>> {
  readonly #listeners = new Map<keyof E, Listener[]>()

  /** Typed as Electron's, with one overload for each event. */
  readonly on: On<E> = ((event: keyof E, listener: Listener) => {
    this.#add(event, listener)
  }) as unknown as On<E>

  /** For the next time only. */
  readonly once: On<E> = ((event: keyof E, listener: Listener) => {
    const one: Listener = (...args) => {
      const listeners = this.#listeners.get(event) ?? []
      this.#listeners.set(
        event,
        listeners.filter((other) => other !== one),
      )
      return listener(...args)
    }
    this.#add(event, one)
  }) as unknown as On<E>

  /** Names of the events that somebody listens to. */
  get heard(): (keyof E)[] {
    return [...this.#listeners].flatMap(([event, { length }]) => (length > 0 ? [event] : [])).sort()
  }

  /** Tells an event as a test wants it told; fails when nobody listens. */
  tell<K extends keyof E>(event: K, ...args: Parameters<E[K]>): void {
    if (!this.emit(event, ...args)) throw new Error(`Nobody listens to ${String(event)}.`)
  }

  /** Tells an event to whoever listens; answers whether anybody does. */
  protected emit<K extends keyof E>(event: K, ...args: Parameters<E[K]>): boolean {
    const listeners = this.#listeners.get(event) ?? []
    for (const listener of listeners) listener(...(args as never[]))
    return listeners.length > 0
  }

  #add(event: keyof E, listener: Listener): void {
    this.listened(event)
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
  }

  /** Told before a listener is added. */
  protected listened(_event: keyof E): void {
    // Most do not mind.
  }
}

/** An event that can be stopped, and whether it was. */
export class StandInEvent {
  isStopped = false
  readonly preventDefault = (): void => {
    this.isStopped = true
  }
}
