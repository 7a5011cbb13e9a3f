import { refusal, refusalOf } from '../../adapters/http/refusals.ts'
import type { FeedEvent } from '../../contract/api/feed.ts'
import { CrashReports } from './crash-reports.ts'
import type { CoreOptions, FromCore, HostCall, CoreReply, Summary, ToCore } from './core-messages.ts'
import type { UpdateState } from '../../contract/app/updates.ts'
import type { ChildPart } from './electron-parts.ts'

/** What a core tells the desktop, and asks of it. */
export interface CoreProcessOptions {
  readonly start: Omit<CoreOptions, 'again' | 'update'>
  /** How the search for updates stands; null: nobody publishes any. */
  readonly update: () => UpdateState | null
  /** Starts `core.ts` in a process of its own. */
  readonly fork: () => ChildPart
  /** Carries out what only the window's process can do; rejects with `RefusedError`. */
  readonly call: (call: HostCall) => Promise<unknown>
  /** Told when its summary is another one. */
  readonly changed: () => void
  /** Told when it stands again after a breakdown: the one who followed its feed has to begin again. */
  readonly again: () => void
  /** Told when it broke down again and again, or cannot stand again, and stays down; with words for the user. */
  readonly down: (words: string) => void
  readonly now: () => number
  readonly log: (line: string) => void
}

/** Of one that says nothing yet. */
const nothing: Summary = { waiting: 0, theme: 'system', keys: {}, busy: [], checkForUpdates: false }
/** How long an end may take in order, and by force, before the process is ended from here, in ms. */
const limits = { close: 45_000, abort: 6_000 }

/**
 * The composed Janus in a process of its own, so that nothing it does holds up the window, and what it starts
 * inherits nothing of the window's. One that breaks down is started again; three times in five minutes is too often.
 */
export class CoreProcess {
  readonly #options: CoreProcessOptions
  readonly #crashes: CrashReports
  readonly #requests = new Map<number, (reply: CoreReply) => void>()
  readonly #feeds = new Map<number, (event: FeedEvent) => void>()
  readonly #ended = Promise.withResolvers<undefined>()
  #child: ChildPart | null = null
  #isUp = false
  #ending = false
  /** It is told to end only to begin again: when that is over by force. */
  #restarting: NodeJS.Timeout | null = null
  #last = 0
  /** What it told last. */
  summary: Summary = nothing
  /** Address of the agents API once it stands. */
  apiUrl = ''

  constructor(options: CoreProcessOptions) {
    this.#options = options
    this.#crashes = new CrashReports(options.now)
  }

  /** Starts it. Rejects with words for the user when it cannot be composed. */
  start(): Promise<void> {
    return this.#launch(false)
  }

  /** Names of the agents in the middle of a turn; nobody's once it ends. */
  busy(): readonly string[] {
    return this.#ending ? [] : this.summary.busy
  }

  /** Asks it something as the window. Never rejects. */
  request(kind: string, input: unknown): Promise<CoreReply> {
    if (!this.#isUp || this.#ending) return Promise.resolve({ error: notReady().refusal })
    const id = ++this.#last
    return new Promise((resolve) => {
      this.#requests.set(id, resolve)
      this.#post({ kind: 'request', id, request: kind, input })
    })
  }

  /** Calls back with every feed event, a snapshot first; the answer ends it. */
  subscribe(listener: (event: FeedEvent) => void): () => void {
    const id = ++this.#last
    this.#feeds.set(id, listener)
    this.#post({ kind: 'subscribe', id })
    return () => {
      if (this.#feeds.delete(id)) this.#post({ kind: 'unsubscribe', id })
    }
  }

  /** The machine has slept: what fell due meanwhile is to come at once. */
  awoke(): void {
    if (this.#isUp && !this.#ending) this.#post({ kind: 'awake' })
  }

  /** The search for updates stands differently now. */
  updateChanged(state: UpdateState): void {
    this.#post({ kind: 'update', state })
  }

  /** Ends it in order and starts it again, which is no breakdown. */
  restart(): void {
    const child = this.#child
    if (child === null || this.#ending) return
    this.#restarting = setTimeout(() => forceEnd(child), limits.close)
    this.#post({ kind: 'close' })
  }

  /** Ends every process of its agents, then itself. */
  close(): Promise<void> {
    return this.#end('close')
  }

  /** The same by force and in a few seconds at most, also while it is being closed. */
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

  /** Its process has ended: as asked, or by a breakdown, after which it stands again by itself. */
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

/** One that does not heed anything is ended by the system. */
function forceEnd({ pid }: ChildPart): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}

function notReady() {
  return refusal('unavailable', 'Janus is not ready; try again in a moment.')
}
