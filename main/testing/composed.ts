import type { Caller, RequestAnswers, RequestInput, RequestKind } from '../contract/requests.ts'
import { createNameRules } from '../adapters/names/name-rules.ts'
import { Engine } from '../engine.ts'
import { createAsk } from '../shell/requests.ts'
import { Feed } from '../shell/feed.ts'
import { agentView } from '../shell/views.ts'
import { MemoryBackend, type Model, type Transcripts } from './memory-backend.ts'
import { MemoryStore } from './memory-store.ts'
import { Random } from './random.ts'
import { VirtualClock } from './virtual-clock.ts'

/** The whole domain in virtual time: real requests, core, engine, names and feed; store and CLIs in memory. */
export class ComposedJanus {
  readonly clock = new VirtualClock()
  readonly store = new MemoryStore()
  readonly transcripts: Transcripts = new Map()
  readonly backend: MemoryBackend
  readonly engine: Engine
  readonly feed: Feed
  readonly #ask: ReturnType<typeof createAsk>

  constructor(model: Model = () => [{ do: 'say', text: 'Done.' }]) {
    const { clock, store } = this
    const random = new Random(1)
    this.backend = new MemoryBackend(clock, this.transcripts, model)
    this.engine = new Engine({
      ...{ clock, store, backend: this.backend, identities: { revoke: () => undefined } },
      randomSeed: () => random.hex(),
      published: (before, after, rows) => {
        this.feed.published(before, after, rows)
      },
      log: () => undefined,
      crashed: (error) => {
        throw error
      },
    })
    this.feed = new Feed(() => ({ agents: [...this.engine.state.agents.values()].map(agentView), status }))
    this.backend.connect({
      fact: (fact) => {
        this.engine.fact(fact)
      },
      delta: (delta) => {
        this.feed.delta(delta)
      },
    })
    this.#ask = createAsk({
      engine: this.engine,
      store,
      names: createNameRules('mo'),
      clock,
      status: () => status,
    })
    this.engine.start()
  }

  /** Asks as the person's window. */
  window<K extends RequestKind>(kind: K, input: RequestInput<K>): Promise<RequestAnswers[K]> {
    return this.#ask({ kind: 'window' }, kind, input)
  }

  /** Asks as anyone. */
  as<K extends RequestKind>(caller: Caller, kind: K, input: RequestInput<K>): Promise<RequestAnswers[K]> {
    return this.#ask(caller, kind, input)
  }
}

const status = {
  ...{ version: '0', rehearsal: true, stateFolder: '/state', person: 'mo', defaultFolder: '/' },
  cli: { path: null, version: null, problem: null },
}
