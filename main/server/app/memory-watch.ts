import type { Clock } from '../../ports/ports.ts'
import type { MemoryProcessMonitor } from '../../ports/processes.ts'

/** Milliseconds between checks. */
const glance = 15_000
/** Memory is short when less than a tenth of it, or this many bytes, is available, whichever is less. */
const least = 1024 ** 3
/** Factor on the limit at which it ends, so that memory freed by sleeping agents does not end it at once. */
const slack = 1.5

/** Watches whether this machine is short of memory, since idle agents then sleep sooner. */
export class MemoryWatch {
  readonly #monitor: MemoryProcessMonitor
  readonly #clock: Pick<Clock, 'after'>
  #isShort = false
  #changed: () => void = () => undefined
  #cancel = (): void => undefined

  constructor(monitor: MemoryProcessMonitor, clock: Pick<Clock, 'after'>) {
    this.#monitor = monitor
    this.#clock = clock
  }

  get isShort(): boolean {
    return this.#isShort
  }

  connect(changed: () => void): void {
    this.#changed = changed
  }

  /** Checks now, then periodically. */
  begin(): void {
    this.#look()
    this.#cancel = this.#clock.after(glance, () => this.begin())
  }

  end(): void {
    this.#cancel()
  }

  #look(): void {
    const read = this.#monitor.read()
    const limit = read === null ? 0 : Math.min(read.total / 10, least) * (this.#isShort ? slack : 1)
    const isShort = read !== null && read.available < limit
    if (isShort === this.#isShort) return
    this.#isShort = isShort
    this.#changed()
  }
}
