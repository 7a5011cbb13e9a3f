import type { Random } from '../random.ts'
import { CopiedStore, Watches } from './backups.ts'
import type { FullSim } from './full-sim.ts'

/** A backup that is made at some moment of a week, and to which the user goes back some moments later. */
export class Restoring {
  readonly #world: FullSim
  readonly #watches: Watches
  readonly #store = new CopiedStore()
  /** Moments until it is made, and from then until it is restored. */
  #until: { readonly what: 'make' | 'restore'; moments: number } | null
  #made: { readonly at: number; readonly store: CopiedStore; readonly jumps: number } | null = null
  readonly #wait: number

  /** To be made before the app starts. */
  constructor(world: FullSim, random: Random) {
    this.#world = world
    this.#until = { what: 'make', moments: random.int(0, 25) }
    this.#wait = random.int(1, 14)
    this.#watches = new Watches(world)
    world.store = this.#store
    world.watch = this.#watches.both()
  }

  /** At each moment of the week: makes or restores it when that is due; answers whether the app went back. */
  isNow(): boolean {
    const next = this.#until
    if (next === null || next.moments-- > 0) return false
    const { engine, clock, watch } = this.#world
    if (!engine.isSaved || watch.isJumping) return false
    if (next.what === 'make') {
      this.#made = { at: clock.now(), store: this.#store.copy(), jumps: this.#jumps }
      this.#world.watch = this.#watches.goes
      this.#world.note('a backup is made')
      this.#until = { what: 'restore', moments: this.#wait }
      return false
    }
    this.#until = null
    // What the clock did since, whoever has stayed behind has not seen.
    if (!this.#made || this.#made.jumps !== this.#jumps) return false
    const { at, store } = this.#made
    this.#world.restore({ at, store, watch: this.#watches.back() })
    return true
  }

  get #jumps(): number {
    const { counts } = this.#world.watch
    return (counts['clock set back'] ?? 0) + (counts['clock set on'] ?? 0)
  }
}
