import type { AgentId, FolderTrust, FrameId, Message, Suggestion } from '../contract/model.ts'
import type { Command } from '../core/events.ts'
import type { AgentState } from '../core/state.ts'
import { Engine } from '../engine.ts'
import { MemoryBackend, type Act, type Transcripts } from '../testing/memory-backend.ts'
import { MemoryStore } from '../testing/memory-store.ts'
import { Random } from '../testing/random.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { happenings } from './happenings.ts'
import { copied, Watch } from './invariants.ts'

/** What a CLI proposes to allow for good. */
const suggestions: readonly Suggestion[] = [
  { label: 'true', grants: [{ kind: 'rule', rule: 'Bash(true)' }], mode: null },
  { label: 'all edits', grants: [], mode: 'acceptEdits' },
]

/** Most agents in one world. */
const crowd = 4

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
  readonly watch: Watch
  readonly log: string[] = []
  engine!: Engine
  backend!: MemoryBackend
  /** How often a model answers a prompt by writing to someone; some worlds never stop talking. */
  readonly eagerness: number
  /** Prompts that each agent's CLI will die of. */
  readonly #deadly = new Map<AgentId, number>()
  #words = 0
  #events = 0
  readonly #seed: string
  /** Faults and chatter end when the world is to come to rest. */
  #calm = false

  constructor(seed: number) {
    this.random = new Random(seed)
    this.#seed = (seed >>> 0).toString(16).padStart(8, '0')
    this.eagerness = this.random.pick([0.2, 0.5, 0.9, 1]) ?? 0.5
    this.watch = new Watch(this)
    this.boot()
  }

  /** Starts the app on what the store holds. */
  boot(): void {
    this.backend = new MemoryBackend(this.clock, this.transcripts, (agent, _, frame) =>
      this.#acts(agent, frame),
    )
    this.engine = new Engine({
      clock: this.clock,
      store: this.store,
      backend: this.backend,
      identities: { revoke: () => undefined },
      randomSeed: () => `${this.#seed}${(this.#events++).toString(16).padStart(24, '0')}`,
      published: (before, after, rows) => this.watch.committed(before, after, rows),
      log: () => undefined,
      crashed: (error) => this.watch.crashed(error),
    })
    const { engine } = this
    this.backend.connect({
      fact: (fact) => engine.fact(fact),
      delta: () => undefined,
      offered: () => undefined,
    })
    this.engine.start()
  }

  /** `kill -9` of the app; CLIs die too or finish their turn unheard. Then it starts again. */
  crash(): void {
    this.note('the app is killed and starts again')
    this.engine.stop()
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
    this.#calm = true
    for (let round = 0; round < 60; round++) {
      for (const state of this.agents()) this.#soothe(state)
      this.clock.advance(60_000)
      this.watch.check()
    }
    this.watch.settled()
  }

  #soothe({ agent, cards }: AgentState): void {
    if (agent.status === 'stopped' || agent.status === 'failed') {
      this.backend.broken.clear()
      this.command({ type: 'agent.restarted', agent: agent.id })
    }
    if (agent.closedAt !== null) this.command({ type: 'agent.reopened', agent: agent.id })
    for (const card of cards) {
      this.command({ type: 'card.answered', agent: agent.id, card: card.id, decision: { kind: 'allow' } })
    }
    for (const message of this.engine.state.agents.get(agent.id)?.mailbox ?? []) {
      if (message.state === 'held') this.command({ type: 'message.released', message: message.id })
    }
  }

  agents(): readonly AgentState[] {
    return [...this.engine.state.agents.values()]
  }

  /** Some agent, or undefined. */
  some(): AgentState | undefined {
    return this.random.pick(this.agents())
  }

  command(event: Command | (() => Command)): void {
    this.note(typeof event === 'function' ? 'message.sent' : event.type)
    this.engine.command(event).then(undefined, () => undefined)
  }

  note(line: string): void {
    this.log.push(`${this.clock.now()} ${line}`)
  }

  /** Someone writes to someone; the words name themselves, so that they can be found again. */
  send(from: AgentId | null, to: AgentId, key: string | null = null): void {
    const body = `word-${this.#words++}.`
    const author =
      from === null
        ? { kind: 'human' as const, via: 'window' as const }
        : { kind: 'agent' as const, id: from }
    this.watch.sent(body)
    const fields = { from: author, fromName: from ?? 'mo', to, body, metadata: {}, idempotencyKey: key }
    const earlier = (): Message | null => (key === null ? null : this.store.messageByKey(author, key))
    this.command(() => ({ type: 'message.sent', ...fields, earlier: earlier() }))
  }

  /** The next prompts of this agent kill its CLI. */
  poison(agent: AgentId): void {
    this.#deadly.set(agent, this.random.int(1, 4))
    this.send(null, agent)
  }

  create(): void {
    if (this.engine.state.agents.size >= crowd) return
    const name = `agent${this.#words++}`
    const keys = { name, key: name, skeleton: name }
    this.command({
      type: 'agent.created',
      name: keys,
      cwd: '/',
      model: null,
      permissionMode: 'default',
      role: '',
    })
  }

  /** Opens a copy of an agent beside it, its conversation too. */
  duplicate({ agent }: AgentState): void {
    if (this.engine.state.agents.size >= crowd) return
    const lines = this.transcripts.get(agent.conversation)
    const conversation = lines ? `copy${this.#words++}` : null
    if (conversation !== null)
      this.transcripts.set(
        conversation,
        (lines ?? []).map((line) => ({ ...line, frame: copied + line.frame })),
      )
    const name = `agent${this.#words++}`
    this.watch.count('copies')
    const keys = { name, key: name, skeleton: name }
    this.command({ type: 'agent.duplicated', agent: agent.id, name: keys, conversation })
  }

  /** The person decides about the one folder of this world, or somebody changes what is in it. */
  decide(): void {
    const trust = this.random.pick<FolderTrust>(['plain', 'ask', 'trusted', 'refused']) ?? 'ask'
    this.backend.folders.set('/', trust)
    if (trust === 'plain' || trust === 'ask') return
    this.watch.count('folder decided')
    const agents = this.agents().map(({ agent }) => agent.id)
    this.command({ type: 'folder.decided', agents, trust })
  }

  /** What a model does with a prompt. In a calm world it only speaks. */
  #acts(agent: AgentId, frame: FrameId | null): readonly Act[] {
    this.watch.read(agent, frame)
    const deadly = this.#deadly.get(agent) ?? 0
    if (deadly > 0 && !this.#calm) {
      this.#deadly.set(agent, deadly - 1)
      return [{ do: 'think', ms: 5 }, { do: 'die' }]
    }
    const acts: Act[] = [{ do: 'think', ms: this.random.int(0, 2000) }]
    if (!this.#calm) {
      if (this.random.chance(this.eagerness)) acts.push({ do: 'tool', call: () => this.#chat(agent) })
      if (this.random.chance(0.1 * (1 - this.eagerness))) acts.push({ do: 'ask', suggestions })
      if (this.random.chance(0.05)) acts.push({ do: 'background', ms: this.random.int(0, 3000) })
      if (this.random.chance(0.05))
        acts.push({ do: 'break', why: this.random.chance(0.5) ? 'api_error' : 'logged_out' })
    }
    return [...acts, { do: 'say', text: 'so it is' }, { do: 'think', ms: this.random.int(0, 50) }]
  }

  #chat(agent: AgentId): void {
    for (let count = this.random.int(1, 2); count > 0; count--) {
      const other = this.some()
      if (other && this.engine.state.agents.has(agent)) this.send(agent, other.agent.id)
    }
  }
}
