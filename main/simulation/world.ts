import type { AgentId, Author, Message, Priority } from '../contract/model.ts'
import type { Command } from '../core/events.ts'
import { usualLimits, type AgentState, type Limits } from '../core/state.ts'
import { Engine } from '../engine.ts'
import type { Fact } from '../ports.ts'
import { MemoryBackend, type Transcripts } from '../testing/memory-backend.ts'
import { MemoryStore } from '../testing/memory-store.ts'
import { Random } from '../testing/random.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { Calls } from './calls.ts'
import { happenings } from './happenings.ts'
import { Watch } from './invariants.ts'
import { wordOf } from './ledger.ts'
import { Models } from './models.ts'
import { comeToRest } from './rest.ts'
import { trace } from './trace.ts'
import { copied } from './watch-words.ts'

/** Most agents in one world. */
const crowd = 4

/** What one writes, beside the words. */
export interface Letter {
  readonly key?: string | null
  readonly body?: string
  readonly priority?: Priority | null
  readonly expectsReply?: boolean
  readonly now?: boolean
  readonly replied?: Message | null
}

/**
 * One random week of Janus in virtual time: the real core and engine, a store and CLIs in memory, a person
 * who writes, stops, closes and answers, models that write to each other, and everything dying at any time.
 * The same seed tells the same story.
 */
export class World {
  readonly clock = new VirtualClock()
  readonly random: Random
  readonly store = new MemoryStore()
  readonly transcripts: Transcripts = new Map()
  readonly results: string[] = []
  readonly watch: Watch
  readonly calls: Calls
  readonly models: Models
  readonly log: string[] = []
  readonly limits: Limits
  engine!: Engine
  backend!: MemoryBackend
  /** Faults and chatter have ended, since the world is to come to rest. */
  isCalm = false
  #words = 0
  #events = 0
  readonly #seed: string
  readonly #traced: boolean

  /** `traced`: the log tells of every commit too. */
  constructor(seed: number, traced = false) {
    this.#traced = traced
    this.random = new Random(seed)
    this.#seed = (seed >>> 0).toString(16).padStart(8, '0')
    this.watch = new Watch(this)
    this.calls = new Calls(this)
    this.models = new Models(this)
    this.limits = this.#limits()
    this.boot()
    for (let count = this.random.int(0, 3); count > 0; count--) this.create()
  }

  /** In some worlds the person is impatient, or lets few be awake. */
  #limits(): Limits {
    const patience = this.random.pick([1000, 5000, usualLimits.patience]) ?? usualLimits.patience
    const awake = this.random.pick([1, 2, usualLimits.awake]) ?? usualLimits.awake
    const sleepAfter = this.random.pick([1000, 20_000, usualLimits.sleepAfter]) ?? usualLimits.sleepAfter
    return { patience, awake, sleepAfter }
  }

  /** Starts the app on what the store holds. */
  boot(): void {
    this.backend = new MemoryBackend(this.clock, this.transcripts, (agent, prompt, frame) =>
      this.models.acts(agent, prompt, frame),
    )
    this.engine = new Engine({
      clock: this.clock,
      store: this.store,
      backend: this.backend,
      identities: { revoke: () => undefined },
      randomSeed: () => `${this.#seed}${(this.#events++).toString(16).padStart(24, '0')}`,
      published: (before, after, rows) => {
        if (this.#traced) for (const line of trace(rows)) this.note(line)
        this.watch.committed(before, after, rows)
        this.calls.published(after)
      },
      log: () => undefined,
      crashed: (error) => this.watch.crashed(error),
    })
    this.backend.connect({
      fact: (fact) => this.#fact(fact),
      delta: () => undefined,
      offered: () => undefined,
    })
    this.engine.start()
    this.command({ type: 'limits.changed', limits: this.limits })
  }

  #fact(fact: Fact): void {
    if (fact.type === 'block.said' && fact.block.kind === 'result') this.results.push(fact.block.text)
    this.engine.fact(fact)
  }

  /** `kill -9` of the app; CLIs die too or finish their turn unheard. Then it starts again. */
  crash(): void {
    this.note('the app is killed and starts again')
    this.engine.stop()
    this.calls.crash()
    this.backend.crash(() => this.random.chance(0.5))
    this.watch.rebooted()
    this.boot()
  }

  /** Something happens, then time passes. */
  live(): void {
    this.random.pick(happenings)?.(this)
    this.watch.check()
    this.pass(this.random.chance(0.6) ? this.random.int(0, 30) : this.random.int(0, 5000))
  }

  /** Time passes, step by step. */
  pass(ms: number): void {
    const until = this.clock.now() + ms
    while (this.clock.next !== null && this.clock.next <= until) {
      this.clock.step()
      this.watch.check()
    }
    this.clock.advance(Math.max(0, until - this.clock.now()))
  }

  /** No more faults, the person says yes to everything, and time passes until nothing is due. */
  rest(): void {
    this.isCalm = true
    comeToRest(this)
    this.watch.settled()
  }

  agents(): readonly AgentState[] {
    return [...this.engine.state.agents.values()]
  }

  /** Some agent, or undefined. */
  some(): AgentState | undefined {
    return this.random.pick(this.agents())
  }

  command(event: Command | (() => Command)): void {
    this.note(typeof event === 'function' ? 'message.sent' : describe(event))
    this.engine.command(event).then(undefined, () => undefined)
  }

  /** The person's word to an agent, by which a card of its may go. */
  tell(event: Command & { readonly agent: AgentId }): void {
    this.watch.handled(event.agent)
    this.command(event)
  }

  note(line: string): void {
    this.log.push(`${this.clock.now() - Date.UTC(2026, 0, 1)} ${line}`)
  }

  /** Words that were not said before, and by which they can be found again. */
  word(): string {
    return `word-${this.#words++}.`
  }

  /** Words that may have been said before. */
  oldWord(): string {
    return `word-${this.random.int(Math.max(0, this.#words - 5), this.#words)}.`
  }

  /** Someone writes to someone; null is the person. */
  send(from: Author | null, to: AgentId, letter: Letter = {}): void {
    const { key = null, body = this.word(), priority = null, replied = null } = letter
    const author: Author = from ?? { kind: 'human', via: 'window' }
    const fromName = author.kind === 'agent' ? author.id : 'mo'
    this.watch.count(author.kind === 'human' ? 'sent by the person' : 'sent')
    const { expectsReply = false, now = false } = letter
    const fields = { from: author, fromName, to, body, priority, expectsReply, replied, now, metadata: {} }
    const earlier = (): Message | null => (key === null ? null : this.store.messageByKey(author, key))
    this.note(
      `${fromName} writes ${wordOf(body)} to ${to}, ${JSON.stringify({ priority, expectsReply, now })}`,
    )
    this.command(() => ({ type: 'message.sent', ...fields, idempotencyKey: key, earlier: earlier() }))
  }

  create(): void {
    if (this.engine.state.agents.size >= crowd) return
    const permissionMode = this.random.chance(0.1) ? 'plan' : 'default'
    const policy =
      this.random.pick(['hybrid', 'hybrid', 'hybrid', 'interject', 'quiet', 'ask'] as const) ?? 'hybrid'
    const fields = { cwd: '/', model: null, permissionMode, policy, role: '' } as const
    this.command({ type: 'agent.created', name: this.#name(), ...fields })
  }

  /** Opens a copy of an agent beside it, its conversation too. */
  duplicate({ agent }: AgentState): void {
    if (this.engine.state.agents.size >= crowd) return
    const lines = this.transcripts.get(agent.conversation)
    const conversation = lines ? `copy${this.#words++}` : null
    const copies = (lines ?? []).map((line) => ({ ...line, frame: copied + line.frame }))
    if (conversation !== null) this.transcripts.set(conversation, copies)
    this.watch.count('copies')
    this.command({ type: 'agent.duplicated', agent: agent.id, name: this.#name(), conversation })
  }

  #name(): { readonly name: string; readonly key: string; readonly skeleton: string } {
    const name = `agent${this.#words++}`
    return { name, key: name, skeleton: name }
  }
}

function describe(event: Command): string {
  const { type, ...fields } = event
  return `${type} ${JSON.stringify(fields).slice(0, 160)}`
}
