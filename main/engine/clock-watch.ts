import type { Clock } from '../ports/ports.ts'

/** Difference in ms between the two clocks that counts as noise. */
const tolerance = 2000
/**
 * Gradual correction (slewing) is no jump: up to this share of the elapsed time, at most `mostSlewing` ms.
 */
const slewing = 0.001
const mostSlewing = 30_000

/** Detects jumps of the wall clock by comparing it with the steady one. */
export class ClockWatch {
  readonly #clock: Clock
  #wall: number
  #steady: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#wall = clock.now()
    this.#steady = clock.steady()
  }

  get hasJumped(): boolean {
    return this.#apart().by !== 0
  }

  /**
   * Milliseconds by which the wall clock jumped since the last call: positive if it was set forward or the
   * machine slept, negative if set back, else 0.
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
