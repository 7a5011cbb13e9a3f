import { EventEmitter } from 'node:events'
import type { On } from '../electron-parts.ts'

type Listener = (...args: never[]) => unknown
type Table<E> = { [K in keyof E]: Listener }

/** What tells events of a table, as Electron's objects do. */
export class Emitter<E extends Table<E>> {
  readonly #events = new EventEmitter()

  /** Typed as Electron's, with one overload for each event. */
  readonly on: On<E> = ((event: keyof E & string, listener: () => unknown) => {
    this.listened(event)
    this.#events.on(event, listener)
  }) as unknown as On<E>

  /** For the next time only. */
  readonly once: On<E> = ((event: keyof E & string, listener: () => unknown) => {
    this.listened(event)
    this.#events.once(event, listener)
  }) as unknown as On<E>

  /** Names of the events that somebody listens to. */
  get heard(): (keyof E)[] {
    return (this.#events.eventNames() as (keyof E)[]).sort()
  }

  /** Tells an event as a test wants it told; fails when nobody listens. */
  tell<K extends keyof E & string>(event: K, ...args: Parameters<E[K]>): void {
    if (!this.emit(event, ...args)) throw new Error(`Nobody listens to ${event}.`)
  }

  /** Tells an event to anyone who listens; answers whether anybody does. */
  protected emit<K extends keyof E & string>(event: K, ...args: Parameters<E[K]>): boolean {
    return this.#events.emit(event, ...args)
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
