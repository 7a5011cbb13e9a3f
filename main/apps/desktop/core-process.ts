import { refusal, refusalOf } from '../../adapters/http/refusals.ts'
import type { FeedEvent } from '../../contract/api/feed.ts'
import { CrashReports } from './crash-reports.ts'
import type { CoreOptions, FromCore, HostCall, CoreReply, Summary, ToCore } from './core-messages.ts'
import type { UpdateState } from '../../contract/app/updates.ts'
import type { ChildPart } from './electron-parts.ts'

export interface CoreProcessOptions {
  readonly start: Omit<CoreOptions, 'again' | 'update'>
  /** Null when the publisher has no update feed. */
  readonly update: () => UpdateState | null
  readonly fork: () => ChildPart
  /** Rejects with `RefusedError`. */
  readonly call: (call: HostCall) => Promise<unknown>
  readonly changed: () => void
  /** Called when the core runs again after a breakdown or restart; subscribers must subscribe again. */
  readonly again: () => void
  /** Called when the core stays down, with a message for the user. */
  readonly down: (words: string) => void
  readonly now: () => number
  readonly log: (line: string) => void
}

const nothing: Summary = { waiting: 0, theme: 'system', keys: {}, busy: [], checkForUpdates: false }
/** Milliseconds until the process is killed. */
const limits = { close: 45_000, abort: 6_000 }

/** Runs Janus in its own process, so that it never blocks the window and children inherit nothing. */
export class CoreProcess {
  readonly #options: CoreProcessOptions
  readonly #crashes: CrashReports
  readonly #requests = new Map<number, (reply: CoreReply) => void>()
  readonly #feeds = new Map<number, (event: FeedEvent) => void>()
  readonly #ended = Promise.withResolvers<undefined>()
  #child: ChildPart | null = null
  #isUp = false
  #ending = false
  /** Set during a requested restart; kills the process if that takes too long. */
  #restarting: NodeJS.Timeout | null = null
  #last = 0
  summary: Summary = nothing
  apiUrl = ''

  constructor(options: CoreProcessOptions) {
    this.#options = options
    this.#crashes = new CrashReports(options.now)
  }

  /** Rejects with a message for the user. */
  start(): Promise<void> {
    return this.#launch(false)
  }

  busy(): readonly string[] {
    return this.#ending ? [] : this.summary.busy
  }

  /** Sends a request as the window. Never rejects. */
  request(kind: string, input: unknown): Promise<CoreReply> {
    if (!this.#isUp || this.#ending) return Promise.resolve({ error: notReady().refusal })
    const id = ++this.#last
    return new Promise((resolve) => {
      this.#requests.set(id, resolve)
      this.#post({ kind: 'request', id, request: kind, input })
    })
  }

  /** The first event is a snapshot. Returns the unsubscribe function. */
  subscribe(listener: (event: FeedEvent) => void): () => void {
    const id = ++this.#last
    this.#feeds.set(id, listener)
    this.#post({ kind: 'subscribe', id })
    return () => {
      if (this.#feeds.delete(id)) this.#post({ kind: 'unsubscribe', id })
    }
  }

  /** Lets overdue timers fire at once after sleep. */
  awoke(): void {
    if (this.#isUp && !this.#ending) this.#post({ kind: 'awake' })
  }

  updateChanged(state: UpdateState): void {
    this.#post({ kind: 'update', state })
  }

  /** Doesn't count as a breakdown. */
  restart(): void {
    const child = this.#child
    if (child === null || this.#ending) return
    this.#restarting = setTimeout(() => forceEnd(child), limits.close)
    this.#post({ kind: 'close' })
  }

  /** Ends all agent processes, then the core. */
  close(): Promise<void> {
    return this.#end('close')
  }

  /** Ends them by force within seconds, also while `close` is running. */
  abort(): Promise<void> {
    return this.#end('abort')
  }

  #launch(again: boolean): Promise<void> {
    const up = Promise.withResolvers<undefined>()
    const { fork, start, update } = this.#options
    const child = fork()
    this.#child = child
    child.on('message', (message) => this.#hear(message as FromCore, up))
    child.on('exit', (code) => {
      up.reject(new Error(`Janus ended while it started (code ${String(code)}).`))
      this.#gone(code)
    })
    this.#post({ kind: 'start', options: { ...start, again, update: update() } })
    return up.promise
  }

  #hear(message: FromCore, up: PromiseWithResolvers<undefined>): void {
    switch (message.kind) {
      case 'started':
        this.apiUrl = message.apiUrl
        this.#isUp = true
        return up.resolve(undefined)
      case 'refused':
        this.#ending = true
        this.#post({ kind: 'close' })
        return up.reject(new Error(message.words))
      case 'reply':
        this.#requests.get(message.id)?.(message.reply)
        this.#requests.delete(message.id)
        return
      case 'event':
        return this.#feeds.get(message.id)?.(message.event)
      case 'summary':
        this.summary = message.summary
        return this.#options.changed()
      case 'call':
        return void this.#call(message.id, message.call)
      case 'log':
        return this.#options.log(message.line)
    }
  }

  async #call(id: number, call: HostCall): Promise<void> {
    const reply = await this.#options.call(call).then(
      (answer): CoreReply => ({ answer }),
      (error: unknown): CoreReply => ({ error: refusalOf(error) }),
    )
    this.#post({ kind: 'reply', id, reply })
  }

  /** Handles the process's exit: requested, or a breakdown, after which it starts again. */
  #gone(code: number): void {
    const wasUp = this.#isUp
    this.#child = null
    this.#isUp = false
    this.summary = nothing
    for (const answer of this.#requests.values()) answer({ error: notReady().refusal })
    this.#requests.clear()
    this.#feeds.clear()
    if (this.#ending) return this.#ended.resolve(undefined)
    if (!wasUp) return
    const isAsked = this.#restarting !== null
    clearTimeout(this.#restarting ?? undefined)
    this.#restarting = null
    if (!isAsked) {
      this.#options.log(`core: broke down (code ${String(code)})`)
      if (!this.#crashes.again()) return this.#options.down('It broke down three times within five minutes.')
    }
    this.#launch(!isAsked).then(
      () => this.#options.again(),
      (error: unknown) => this.#options.down(error instanceof Error ? error.message : String(error)),
    )
  }

  async #end(how: 'close' | 'abort'): Promise<void> {
    this.#ending = true
    const child = this.#child
    if (child === null) return
    this.#post({ kind: how })
    const limit = setTimeout(() => forceEnd(child), limits[how])
    await this.#ended.promise
    clearTimeout(limit)
  }

  #post(message: ToCore): void {
    this.#child?.postMessage(message)
  }
}

function forceEnd({ pid }: ChildPart): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

function notReady() {
  return refusal('unavailable', 'Janus is not ready; try again in a moment.')
}
