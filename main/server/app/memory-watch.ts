import type { Clock } from '../../ports/ports.ts'
import type { MemoryProcessMonitor } from '../../ports/processes.ts'

/** How often it is looked, in ms. */
const glance = 15_000
/** Memory is short with less than a tenth of it available, or less than this where a tenth is more, in bytes. */
const least = 1024 ** 3
/** So much more than that ends it, so that what agents free by going to sleep does not end it at once. */
const slack = 1.5

/** Whether the memory of this machine is short: idle agents sleep sooner then. */
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

  /** Whom to tell when it gets short, and when that is over. */
  connect(changed: () => void): void {
    this.#changed = changed
  }

  /** Looks now, and from then on every few seconds. */
  begin(): void {
    this.#look()
    this.#cancel = this.#clock.after(glance, () => this.begin())
  }

  /** Looks no more. */
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
