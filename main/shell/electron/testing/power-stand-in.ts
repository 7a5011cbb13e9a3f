import { Emitter, StandInEvent } from './emitter.ts'

/** What the system says of its power. A shutdown can be held, although Electron's types do not say so. */
export interface PowerEvents {
  suspend: () => void
  shutdown: (event: { preventDefault(): void }) => void
}

/**
 * The power of the machine, as on Linux: a listener to the shutdown is counted only if this was listened to before,
 * to whatever.
 */
export class StandInPower extends Emitter<PowerEvents> {
  #isBegun = false
  #hearsShutdown = false

  protected override listened(event: keyof PowerEvents): void {
    if (this.#isBegun && event === 'shutdown') this.#hearsShutdown = true
    this.#isBegun = true
  }

  /** The machine goes down; answers whether it waits for the app. */
  shutDown(): 'held' | 'let go' {
    const event = new StandInEvent()
    if (this.#hearsShutdown) this.emit('shutdown', event)
    return event.isStopped ? 'held' : 'let go'
  }
}
