import type { Random } from '../random.ts'
import { CopiedStore, Watches } from './backups.ts'
import type { FullSim } from './full-sim.ts'

/** Makes a backup at some moment of a week, and restores it some moments later. */
export class Restoring {
  readonly #world: FullSim
  readonly #watches: Watches
  readonly #store = new CopiedStore()
  /** Moments until it is made, and then until it is restored. */
  #until: { readonly what: 'make' | 'restore'; moments: number } | null
  #made: { readonly at: number; readonly store: CopiedStore; readonly jumps: number } | null = null
  readonly #wait: number

  /** Created before the app starts. */
  constructor(world: FullSim, random: Random) {
    this.#world = world
    this.#until = { what: 'make', moments: random.int(0, 25) }
    this.#wait = random.int(1, 14)
    this.#watches = new Watches(world)
    world.store = this.#store
    world.watch = this.#watches.both()
  }

  /** Makes or restores the backup when it is due; returns whether the app was restored. */
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
    // The backup's watch has not seen later clock changes.
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
