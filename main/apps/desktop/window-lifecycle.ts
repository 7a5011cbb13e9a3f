import type { CoreProcess } from './core-process.ts'

/** The user's own Janus, or the rehearsal beside it. */
export type Which = 'own' | 'rehearsal'

/** How the two Januses of the desktop are started, and who is told when another one is shown. */
interface LifecycleOptions {
  readonly start: (which: Which) => Promise<CoreProcess>
  readonly changed: (shown: CoreProcess) => void
}

/** Which Janus the window shows: the user's own, or the rehearsal beside it. */
export class WindowLifecycle {
  readonly #options: LifecycleOptions
  #own: CoreProcess | null = null
  #rehearsal: CoreProcess | null = null
  /** One change at a time, each after the one before. */
  #last: Promise<void> = Promise.resolve()
  #ended = false

  constructor(options: LifecycleOptions) {
    this.#options = options
  }

  /** Null before the first is there, and once all end. */
  get shown(): CoreProcess | null {
    return this.#ended ? null : (this.#rehearsal ?? this.#own)
  }

  /** Starts the user's own, at once. Rejects with words for the user when it cannot. */
  open(): Promise<void> {
    const started = this.#options.start('own')
    return this.#chain(async () => {
      this.#own = await started
      this.#tell()
    })
  }

  /** Begins the rehearsal beside the user's own Janus; in it, goes back and ends it. */
  rehearse(): Promise<void> {
    return this.#next(async () => {
      const ending = this.#rehearsal
      this.#rehearsal = ending === null ? await this.#options.start('rehearsal') : null
      this.#tell()
      await ending?.close()
    })
  }

  /** Ends both, and with them every process of theirs. */
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
