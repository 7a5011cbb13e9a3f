import { EventEmitter } from 'node:events'
import type { On } from '../electron-parts.ts'

type Listener = (...args: never[]) => unknown
type Table<E> = { [K in keyof E]: Listener }

export class Emitter<E extends Table<E>> {
  readonly #events = new EventEmitter()

  /** One overload per event, like Electron's types. */
  readonly on: On<E> = ((event: keyof E & string, listener: () => unknown) => {
    this.listened(event)
    this.#events.on(event, listener)
  }) as unknown as On<E>

  readonly once: On<E> = ((event: keyof E & string, listener: () => unknown) => {
    this.listened(event)
    this.#events.once(event, listener)
  }) as unknown as On<E>

  get heard(): (keyof E)[] {
    return (this.#events.eventNames() as (keyof E)[]).sort()
  }

  /** Emits an event; throws when it has no listener. */
  tell<K extends keyof E & string>(event: K, ...args: Parameters<E[K]>): void {
    if (!this.emit(event, ...args)) throw new Error(`Nobody listens to ${event}.`)
  }

  protected emit<K extends keyof E & string>(event: K, ...args: Parameters<E[K]>): boolean {
    return this.#events.emit(event, ...args)
  }

  /** Hook for subclasses, called before a listener is added. */
  protected listened(_event: keyof E): void {}
}

/** An event that can be stopped, and whether it was. */
export class StandInEvent {
  isStopped = false
  readonly preventDefault = (): void => {
    this.isStopped = true
  }
}
