import type { StandInApp } from './app-stand-in.ts'
import type { Life } from './life.ts'

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'
const signals: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * The signals of the main process on POSIX. The system knows one who hears a signal: Node, from its first listener on,
 * or Electron, which takes the three over when it becomes ready, and gives each back after the first.
 */
export class StandInSignals {
  readonly #life: Life
  readonly #app: StandInApp
  readonly #listeners = new Map<Signal, (() => void)[]>()
  readonly #hears = new Map<Signal, 'node' | 'electron'>()
  #hasAsked = false

  constructor(life: Life, app: StandInApp) {
    this.#life = life
    this.#app = app
  }

  on(signal: Signal, listener: () => void): void {
    const listeners = this.#listeners.get(signal)
    if (listeners === undefined) this.#hears.set(signal, 'node')
    this.#listeners.set(signal, [...(listeners ?? []), listener])
  }

  takeOver(): void {
    for (const signal of signals) this.#hears.set(signal, 'electron')
  }

  raise(signal: Signal): void {
    const hears = this.#hears.get(signal)
    if (hears === undefined) return this.#life.end(signal)
    if (hears === 'node') for (const listener of this.#listeners.get(signal) ?? []) listener()
    else {
      this.#hears.delete(signal)
      if (!this.#hasAsked) this.#app.quit()
      this.#hasAsked = true
    }
  }
}
