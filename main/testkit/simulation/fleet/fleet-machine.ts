import type { Envelope, MachineName, Presence } from '../../../contract/fleet/machines.ts'
import { peerId } from '../../../core/step/peer-ids.ts'
import { peersOf, protocol } from '../../../fleet/core/log.ts'
import type { AgentId } from '../../../contract/api/model.ts'
import type { Message } from '../../../contract/mail/messages.ts'
import type { Command } from '../../../core/step/events.ts'
import type { Row } from '../../../core/step/effects.ts'
import { usualLimits } from '../../../core/step/state.ts'
import { Engine } from '../../../engine/engine.ts'
import type { Clock } from '../../../ports/ports.ts'
import { readArrival } from '../../../fleet/server/read-arrival.ts'
import { allAbilities } from '../../suites/backend/all-abilities.ts'
import { MemoryBackend, type Model, type Transcripts } from '../../memory/backend.ts'
import type { VirtualClock } from '../../virtual-clock.ts'
import { MemoryArchive } from '../archive.ts'
import { CopiedStore } from '../backups.ts'
import type { Broker, SimulatedTransport } from './broker.ts'
import { Liar } from './liar.ts'

/** A machine of a fleet in virtual time: the real core and engine, everything else in memory. */
export class FleetMachine {
  readonly name: MachineName
  readonly #clock: VirtualClock
  /** Milliseconds that its wall clock is ahead of the others'. */
  readonly #ahead: number
  readonly #broker: Broker
  readonly #others: readonly MachineName[]
  readonly #model: Model
  readonly #seed: () => string
  readonly #seen: (rows: readonly Row[]) => void
  readonly transcripts: Transcripts = new Map()
  store = new CopiedStore()
  engine!: Engine
  backend!: MemoryBackend
  #transport!: SimulatedTransport
  #archive!: MemoryArchive
  /** Envelope kinds that its older version does not know. */
  unknown: readonly string[] = []
  crash: unknown = null

  constructor(
    name: MachineName,
    others: readonly MachineName[],
    of: { clock: VirtualClock; ahead: number; broker: Broker; model: Model; seed: () => string },
    seen: (rows: readonly Row[]) => void,
  ) {
    this.name = name
    this.#others = others
    ;({
      clock: this.#clock,
      ahead: this.#ahead,
      broker: this.#broker,
      model: this.#model,
      seed: this.#seed,
    } = of)
    this.#seen = seen
    this.boot()
  }

  boot(restored: number | null = null): void {
    this.backend = new MemoryBackend(this.#clock, this.transcripts, this.#model, () => allAbilities)
    this.#transport = this.#broker.transport(this.name, this.#others)
    const { backend, store } = this
    const archive = new MemoryArchive(this.#clock, this.name)
    this.#archive = archive
    const engine = new Engine({
      limits: usualLimits,
      clock: this.#wall(),
      store,
      backend,
      archive,
      transport: this.#transport,
      answerFiles: { perform: () => undefined },
      identities: { revoke: () => undefined },
      randomSeed: this.#seed,
      published: (_before, _after, rows) => this.#seen(rows),
      log: () => undefined,
      crashed: (error) => {
        this.crash ??= error
      },
    })
    this.engine = engine
    backend.connect({
      fact: (fact) => engine.fact(fact),
      delta: () => undefined,
      offered: () => undefined,
      limited: () => undefined,
    })
    archive.connect((finding) => engine.fact(finding))
    this.#transport.connect(
      {
        arrived: async (envelope) =>
          void (await engine.command(() =>
            readArrival(this.store, this.#asRead(envelope), (line) => this.#passedOver(envelope, line)),
          )),
        present: (machine, presence) =>
          void engine.command({ type: 'machine.present', machine, presence }).catch(() => undefined),
        brokerChanged: () => undefined,
      },
      () => this.#presence(),
    )
    engine.start(restored)
    this.tell({ type: 'machines.known', self: this.name, others: this.#others })
  }

  #asRead(envelope: Envelope): Envelope {
    return this.unknown.includes(envelope.kind) ? { ...envelope, min: protocol.v + 1 } : envelope
  }

  /** Only the liar sends malformed envelopes, and only an older version skips unknown ones. */
  #passedOver({ from, kind }: Envelope, line: string): void {
    if (from !== Liar.machine && !this.unknown.includes(kind)) this.crash ??= new Error(line)
  }

  update(): void {
    this.unknown = []
    this.kill()
  }

  kill(): void {
    this.#end()
    this.boot()
  }

  /** Restarts the app on an earlier copy of its store, made at `at`. */
  restore(store: CopiedStore, at: number | null): void {
    this.#end()
    this.store = store
    this.boot(at)
  }

  #end(): void {
    this.#transport.close()
    this.#archive.crash()
    this.engine.stop()
    this.backend.crash(() => false)
  }

  tell(command: Command): void {
    this.engine.command(command).catch(() => undefined)
  }

  get agents(): readonly AgentId[] {
    return [...this.engine.state.agents.keys()]
  }

  /** Remote agents that this machine knows, without the liar's. */
  get peers(): readonly AgentId[] {
    return [...this.engine.state.machines.values()].flatMap(({ machine: { id, agents } }) =>
      id === Liar.machine ? [] : agents.map((one) => peerId(id, one.id)),
    )
  }

  get mail(): readonly Message[] {
    const { agents, machines } = this.engine.state
    return [...agents.values(), ...[...machines.values()].map(({ mail }) => ({ mailbox: mail }))].flatMap(
      ({ mailbox }) => mailbox,
    )
  }

  #wall(): Clock {
    const clock = this.#clock
    return {
      now: () => clock.now() + this.#ahead,
      steady: () => clock.steady(),
      offset: () => clock.offset(),
      after: (ms, fn) => clock.after(ms, fn),
    }
  }

  #presence(): Presence {
    const version = this.unknown.length > 0 ? '0.1.0' : '0.2.0'
    return { ...peersOf(this.engine.state), version, user: 'Mo', incarnation: '', roster: [] }
  }
}
