import type { CoreProcess } from './core-process.ts'

/** `rehearsal` is the demo. */
export type Which = 'own' | 'rehearsal'

interface LifecycleOptions {
  readonly start: (which: Which) => Promise<CoreProcess>
  readonly changed: (shown: CoreProcess) => void
}

/** Switches the window between the user's own Janus and the demo. */
export class WindowLifecycle {
  readonly #options: LifecycleOptions
  #own: CoreProcess | null = null
  #rehearsal: CoreProcess | null = null
  #last: Promise<void> = Promise.resolve()
  #ended = false

  constructor(options: LifecycleOptions) {
    this.#options = options
  }

  /** Null before the first core runs, and once closing. */
  get shown(): CoreProcess | null {
    return this.#ended ? null : (this.#rehearsal ?? this.#own)
  }

  open(): Promise<void> {
    const started = this.#options.start('own')
    return this.#chain(async () => {
      this.#own = await started
      this.#tell()
    })
  }

  /** Starts the demo; in the demo, goes back and ends it. */
  rehearse(): Promise<void> {
    return this.#next(async () => {
      const ending = this.#rehearsal
      this.#rehearsal = ending === null ? await this.#options.start('rehearsal') : null
      this.#tell()
      await ending?.close()
    })
  }

  close(): Promise<void> {
    this.#ended = true
    return this.#chain(async () => {
      await Promise.all([this.#rehearsal?.close(), this.#own?.close()])
    })
  }

  #next(step: () => Promise<void>): Promise<void> {
    return this.#chain(async () => {
      if (!this.#ended) await step()
    })
  }

  #chain(step: () => Promise<void>): Promise<void> {
    const next = this.#last.then(step)
    this.#last = next.catch(() => undefined)
    return next
  }

  #tell(): void {
    if (this.shown !== null) this.#options.changed(this.shown)
  }
}
