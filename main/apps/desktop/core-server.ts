import { refusal, refusalOf } from '../../adapters/http/refusals.ts'
import { RefusedError } from '../../contract/api/errors.ts'
import { isRequestKind } from '../../contract/api/requests.ts'
import { errorWords } from '../../server/app/notices.ts'
import type { Janus } from '../shared/compose.ts'
import type { Host, HostUpdates } from '../../server/app/host.ts'
import { breakdownExitCode } from '../shared/quitting.ts'
import type { RestartTime, UpdateState } from '../../contract/app/updates.ts'
import type { CoreOptions, CorePort, HostCall, CoreReply, Summary, ToCore } from './core-messages.ts'
import type { FeedEvent } from '../../contract/api/feed.ts'
import type { GatheringView } from '../../contract/gatherings/gathering-views.ts'
import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { AgentView } from '../../contract/api/views.ts'

interface CoreServerOptions {
  readonly port: CorePort
  readonly compose: (options: CoreOptions, host: Host) => Promise<Janus>
  readonly exit: (code: number) => void
}

/** Serves one composed Janus to the main process until told to end. */
export function serveCore(options: CoreServerOptions): void {
  const server = new CoreServer(options)
  options.port.hear((message) => server.hear(message))
}

class CoreServer {
  readonly #options: CoreServerOptions
  readonly #calls = new Map<number, PromiseWithResolvers<unknown>>()
  readonly #feeds = new Map<number, () => void>()
  readonly #updateListeners = new Set<() => void>()
  /** Null when the publisher has no update feed. */
  #update: UpdateState | null = null
  #janus: Janus | null = null
  #lastCall = 0
  #composing = false
  #ending = false

  constructor(options: CoreServerOptions) {
    this.#options = options
  }

  hear(message: ToCore): void {
    switch (message.kind) {
      case 'start':
        return void this.#start(message.options)
      case 'request':
        return void this.#answer(message.id, message.request, message.input)
      case 'subscribe':
        return this.#subscribe(message.id)
      case 'unsubscribe':
        return this.#unsubscribe(message.id)
      case 'reply':
        return this.#replied(message.id, message.reply)
      case 'awake':
        return this.#janus?.look()
      case 'update':
        this.#update = message.state
        for (const listener of this.#updateListeners) listener()
        return
      case 'close':
        return void this.#end(() => this.#janus?.close() ?? Promise.resolve())
      case 'abort':
        return void this.#end(() => this.#janus?.abort() ?? Promise.resolve(), true)
    }
  }

  async #start(options: CoreOptions): Promise<void> {
    const { port, compose, exit } = this.#options
    this.#composing = true
    this.#update = options.update
    try {
      const janus = await compose(options, this.#host(options))
      this.#janus = janus
      // It was told to end while starting.
      if (this.#ending) return await this.#end(() => janus.close(), true)
      followSummary(janus, (summary) => port.post({ kind: 'summary', summary }))
      port.post({ kind: 'started', apiUrl: `${janus.server.url}/api` })
    } catch (error) {
      if (this.#ending) return exit(0)
      port.post({ kind: 'refused', words: error instanceof Error ? error.message : String(error) })
    } finally {
      this.#composing = false
    }
  }

  async #answer(id: number, kind: string, input: unknown): Promise<void> {
    this.#options.port.post({ kind: 'reply', id, reply: await this.#replyTo(kind, input) })
  }

  async #replyTo(kind: string, input: unknown): Promise<CoreReply> {
    try {
      if (!isRequestKind(kind)) throw refusal('not_found', 'There is no such request.')
      if (this.#janus === null) throw refusal('unavailable', 'Janus is not ready; try again in a moment.')
      return { answer: await this.#janus.ask({ kind: 'window' }, kind, input as never) }
    } catch (error) {
      const refused = refusalOf(error)
      if (refused.code === 'internal') this.#log(`error ${JSON.stringify(errorWords(error))}`)
      return { error: refused }
    }
  }

  #subscribe(id: number): void {
    const { port } = this.#options
    const leave = this.#janus?.feed.subscribe((event) => port.post({ kind: 'event', id, event }))
    if (leave) this.#feeds.set(id, leave)
  }

  #unsubscribe(id: number): void {
    this.#feeds.get(id)?.()
    this.#feeds.delete(id)
  }

  #host({ canRehearse, update }: CoreOptions): Host {
    return {
      kind: 'desktop',
      chooseFolder: async () => (await this.#call({ method: 'chooseFolder' })) as string | null,
      chooseFile: async (name) => (await this.#call({ method: 'chooseFile', name })) as string | null,
      openPage: async (address) => void (await this.#call({ method: 'openPage', address })),
      toFront: async () => void (await this.#call({ method: 'toFront' })),
      restart: async () => void (await this.#call({ method: 'restart' })),
      ...(canRehearse
        ? { rehearse: async () => (await this.#call({ method: 'rehearse' })) as string | null }
        : {}),
      ...(update === null ? {} : { updates: this.#updates(update) }),
    }
  }

  #updates(first: UpdateState): HostUpdates {
    return {
      state: () => this.#update ?? first,
      follow: (listener) => {
        this.#updateListeners.add(listener)
        return () => this.#updateListeners.delete(listener)
      },
      check: async () => (await this.#call({ method: 'checkForUpdates' })) as UpdateState,
      restart: async (when: RestartTime) =>
        (await this.#call({ method: 'restartToUpdate', when })) as UpdateState,
    }
  }

  #call(call: HostCall): Promise<unknown> {
    const id = ++this.#lastCall
    const waiting = Promise.withResolvers<unknown>()
    this.#calls.set(id, waiting)
    this.#options.port.post({ kind: 'call', id, call })
    return waiting.promise
  }

  #replied(id: number, reply: CoreReply): void {
    const waiting = this.#calls.get(id)
    this.#calls.delete(id)
    if ('error' in reply) waiting?.reject(new RefusedError(reply.error))
    else waiting?.resolve(reply.answer)
  }

  /** Ends once; `force` also while ending. A Janus that is being composed is ended by `#start`. */
  async #end(close: () => Promise<void>, force = false): Promise<void> {
    if (this.#ending && !force) return
    this.#ending = true
    try {
      if (this.#janus === null && this.#composing) return
      await close()
      this.#options.exit(0)
    } catch (error) {
      this.#log(errorWords(error))
      this.#options.exit(breakdownExitCode)
    }
  }

  #log(line: string): void {
    this.#options.port.post({ kind: 'log', line })
  }
}

function followSummary(janus: Pick<Janus, 'feed' | 'busy'>, tell: (summary: Summary) => void): void {
  const needy = new Set<AgentId | GatheringId>()
  let theme: Summary['theme'] = 'system'
  let keys: Summary['keys'] = {}
  let checkForUpdates = false
  let told = ''
  janus.feed.subscribe((event) => {
    // Streamed text doesn't affect the summary.
    if (event.kind === 'delta') return
    if (event.kind === 'snapshot') needy.clear()
    for (const agent of agentsIn(event)) note(agent.id, agent.needs !== null && !agent.closed)
    for (const gathering of gatheringsIn(event)) {
      note(gathering.id, gathering.needs !== null && !gathering.shelved)
    }
    if (event.kind === 'gone') needy.delete(event.agent)
    const status =
      event.kind === 'snapshot' ? event.view.status : event.kind === 'status' ? event.status : null
    if (status !== null) ({ theme, keys, checkForUpdates } = status.settings)
    const summary: Summary = { waiting: needy.size, theme, keys, busy: janus.busy(), checkForUpdates }
    const words = JSON.stringify(summary)
    if (words !== told) tell(summary)
    told = words
  })

  function note(id: AgentId | GatheringId, isNeedy: boolean): void {
    if (isNeedy) needy.add(id)
    else needy.delete(id)
  }
}

function agentsIn(event: FeedEvent): readonly AgentView[] {
  if (event.kind === 'snapshot') return event.view.agents
  return event.kind === 'agent' ? [event.agent] : []
}

function gatheringsIn(event: FeedEvent): readonly GatheringView[] {
  if (event.kind === 'snapshot') return event.view.gatherings
  return event.kind === 'gathering' ? [event.gathering] : []
}
