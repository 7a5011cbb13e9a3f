import { type RestartTime, type UpdateState, updateWords } from '../../../contract/app/updates.ts'
import { UpdateError, type Updater } from './updater.ts'

export interface UpdatesOptions {
  readonly updater: Updater
  /** Milliseconds of a clock that runs during sleep. */
  readonly now: () => number
  /** Calls `run` once after `ms`; returns the cancel function. */
  readonly after: (ms: number, run: () => void) => () => void
  readonly working: () => number
  readonly changed: (state: UpdateState) => void
  readonly install: () => void
  readonly log: (line: string) => void
}

/** Milliseconds until the next check. */
const pauses = { check: 24 * 60 * 60 * 1000, failure: 60 * 60 * 1000 }

/** Checks at start and daily, downloads in the background, installs when the user wants to restart. */
export class Updates {
  readonly #options: UpdatesOptions
  #state: UpdateState = { kind: 'idle' }
  #isEnabled = false
  #checking: Promise<void> | null = null
  #due: number | null = null
  #cancel: () => void = () => undefined

  constructor(options: UpdatesOptions) {
    this.#options = options
  }

  get state(): UpdateState {
    return this.#state
  }

  /** Applies the user's setting; enabling checks at once. */
  enable(isEnabled: boolean): void {
    if (isEnabled === this.#isEnabled) return
    this.#isEnabled = isEnabled
    if (isEnabled) void this.check()
    else this.#schedule(null)
  }

  /** Resolves once it is known whether there is a newer version. */
  check(): Promise<void> {
    const { kind } = this.#state
    if (kind === 'downloading' || kind === 'ready') return Promise.resolve()
    this.#checking ??= this.#check().finally(() => (this.#checking = null))
    return this.#checking
  }

  /** Makes an overdue check after sleep. */
  awoke(): void {
    if (this.#due !== null && this.#options.now() >= this.#due) void this.check()
  }

  restart(when: RestartTime): void {
    if (this.#state.kind !== 'ready') return
    const working = this.#options.working()
    if (when === 'now' || (when === 'idle' && working === 0)) return this.#options.install()
    this.#show({ ...this.#state, waitingFor: when === 'never' ? null : working })
  }

  workingChanged(): void {
    if (this.#state.kind !== 'ready' || this.#state.waitingFor === null) return
    if (this.#state.waitingFor !== this.#options.working()) this.restart('idle')
  }

  end(): void {
    this.#isEnabled = false
    this.#schedule(null)
  }

  async #check(): Promise<void> {
    this.#schedule(null)
    this.#show({ kind: 'checking' })
    const { updater } = this.#options
    try {
      const version = await updater.check()
      if (version !== null && updater.page === null) return void this.#download(version)
      this.#show(
        version === null || updater.page === null
          ? { kind: 'idle' }
          : { kind: 'available', version, page: updater.page },
      )
      this.#schedule(pauses.check)
    } catch (error) {
      this.#fail(error, null)
    }
  }

  async #download(version: string): Promise<void> {
    this.#show({ kind: 'downloading', version, percent: 0 })
    try {
      await this.#options.updater.download((percent) => this.#show({ kind: 'downloading', version, percent }))
      this.#show({ kind: 'ready', version, waitingFor: null })
    } catch (error) {
      this.#fail(error, version)
    }
  }

  #fail(error: unknown, version: string | null): void {
    this.#options.log(`update: ${error instanceof Error ? error.message : String(error)}`)
    const reason = error instanceof UpdateError ? error.reason : 'other'
    this.#show({ kind: 'failed', reason, version })
    this.#schedule(pauses.failure)
  }

  #schedule(ms: number | null): void {
    this.#cancel()
    this.#cancel = () => undefined
    this.#due = null
    if (ms === null || !this.#isEnabled) return
    this.#due = this.#options.now() + ms
    this.#cancel = this.#options.after(ms, () => void this.check())
  }

  #show(state: UpdateState): void {
    this.#state = state
    const { kind } = state
    if (kind === 'available' || kind === 'ready') this.#options.log(`update: ${updateWords(state)}`)
    this.#options.changed(state)
  }
}
