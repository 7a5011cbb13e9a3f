import type { Clock } from '../ports/ports.ts'

/** So far apart, in ms, the two clocks may come at once without anything having happened to either. */
const tolerance = 2000
/** What the one may gain on the other while it is corrected little by little: a part of the time between, so many ms at most. */
const slewing = 0.001
const mostSlewing = 30_000

/** Holds the wall clock against the steady one. */
export class ClockWatch {
  readonly #clock: Clock
  #wall: number
  #steady: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#wall = clock.now()
    this.#steady = clock.steady()
  }

  /** Whether `jump` has something to tell. */
  get hasJumped(): boolean {
    return this.#apart().by !== 0
  }

  /**
   * How many ms the wall clock has jumped since it was asked last: on (or the machine slept), below 0 back; 0: it did
   * not. Told once.
   */
  jump(): number {
    const { by, wall, steady } = this.#apart()
    this.#wall = wall
    this.#steady = steady
    return by
  }

  #apart(): { readonly by: number; readonly wall: number; readonly steady: number } {
    const [wall, steady] = [this.#clock.now(), this.#clock.steady()]
    const passed = steady - this.#steady
    const by = Math.round(wall - this.#wall - passed)
    const slewed = Math.min(passed * slewing, mostSlewing)
    return { by: Math.abs(by) > tolerance + slewed ? by : 0, wall, steady }
  }
}

export function jumpWords(by: number): string {
  const seconds = Math.round(Math.abs(by) / 1000)
  return by < 0 ? `set back by ${seconds} s` : `set on by ${seconds} s, or the machine slept`
}
