import { createCommand, sendCommand } from '../../factories/factories.ts'
import type { AgentId } from '../../../contract/api/model.ts'
import type { Message } from '../../../contract/mail/messages.ts'
import { machineOf } from '../../../core/step/peer-ids.ts'
import type { Row } from '../../../core/step/effects.ts'
import type { Act } from '../../memory/acts.ts'
import { Random } from '../../random.ts'
import { VirtualClock } from '../../virtual-clock.ts'
import type { CopiedStore } from '../backups.ts'
import { Broker } from './broker.ts'
import { FleetCircles } from './fleet-circles.ts'
import { FleetLinks } from './fleet-links.ts'
import { FleetMachine } from './fleet-machine.ts'
import { FleetWatch } from './fleet-watch.ts'
import { Liar } from './liar.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Envelope kinds that an older version may not know. */
const younger = [['link', 'link.act', 'link.said', 'link.gone'], ['seat', 'seat.act'], ['mail']] as const
const names = ['attic', 'barn', 'cellar', 'den'] as const

/** A fleet in virtual time whose agents write to each other over a faulty broker. */
class FleetWorld {
  readonly clock = new VirtualClock()
  readonly random: Random
  readonly broker: Broker
  readonly machines: readonly FleetMachine[]
  readonly watch = new FleetWatch()
  /** A separate random stream, so that its draws do not change the rest of the world. */
  readonly #apart: Random
  readonly #liar: Liar
  /** Chooses which machine has an older version, and until when. */
  readonly #elders: Random
  readonly #users: Random
  readonly log: string[] = []
  readonly #pace: number
  #isCalm = false
  #words = 0
  #agents = 0
  #events = 0
  readonly #seed: number
  readonly #backups = new Map<FleetMachine, { at: number; store: CopiedStore }>()

  readonly #links: FleetLinks | null
  readonly #circles: FleetCircles | null

  /** `size`: number of machines; null: two to four. `linked`: with links and gatherings. */
  constructor(seed: number, size: number | null = null, linked = false) {
    this.#seed = seed
    this.#circles = linked ? new FleetCircles(new Random(seed + 9_200_017), this.watch) : null
    this.#links = linked ? new FleetLinks(new Random(seed + 9_000_011), this.watch) : null
    this.random = new Random(seed)
    this.#apart = new Random(seed + 7_000_003)
    this.broker = new Broker(this.clock, this.random)
    this.#users = new Random(seed + 9_100_011)
    this.#elders = new Random(seed + 9_400_007)
    const count = size ?? this.random.int(2, names.length)
    // In large fleets presence is reported less often, or it would be most of the events.
    this.#pace = count > 50 ? 5 * minute : count > 10 ? minute : 5000
    this.broker.every = this.#pace
    const here = Array.from({ length: count }, (_, at) => names[at] ?? `machine${String(at)}`)
    this.#liar = new Liar(this.#apart, this.broker, here)
    this.machines = here.map((name) => this.#machine(name, here))
    const elder = this.#elders.chance(0.35) ? this.#elders.pick(this.machines) : undefined
    if (elder) elder.unknown = this.#elders.pick(younger) ?? []
    for (const machine of this.machines) for (let n = this.random.int(1, 2); n > 0; n--) this.#open(machine)
  }

  #machine(name: string, all: readonly string[]): FleetMachine {
    const others = [...all.filter((one) => one !== name), Liar.machine]
    const seed = (): string =>
      `${(this.#seed >>> 0).toString(16).padStart(8, '0')}${(this.#events++).toString(16).padStart(24, '0')}`
    const machine: FleetMachine = new FleetMachine(
      name,
      others,
      {
        clock: this.clock,
        ahead: this.#apart.int(-1, 1) * this.#apart.int(0, day),
        broker: this.broker,
        seed,
        model: (agent, prompt) => this.#acts(machine, agent, prompt),
      },
      (rows: readonly Row[]) => {
        this.watch.committed(name, rows)
        this.#links?.committed(name, rows)
        this.#circles?.committed(name, rows)
      },
    )
    return machine
  }

  #open(machine: FleetMachine): void {
    machine.tell(createCommand(`agent${String(this.#agents++)}`))
    const id = machine.agents.at(-1)
    const shared = this.random.pick(['open', 'open', 'ask', 'no'] as const) ?? 'no'
    if (id) machine.tell({ type: 'agent.changed', agent: id, shared })
  }

  /** Does one random thing, then lets time pass. */
  live(): void {
    const machine = this.random.pick(this.machines)
    if (machine) this.#happens(machine)
    if (machine && this.#apart.chance(0.3)) this.#links?.happens(machine)
    if (machine && this.#apart.chance(0.2)) this.#circles?.happens(machine)
    if (machine && this.#apart.chance(this.#links ? 0.4 : 0.1))
      for (let n = this.#links ? 3 : 1; n > 0; n--) this.#lies(machine)
    if (machine && this.#users.chance(0.12)) this.#userWrites(machine)
    if (machine && machine.unknown.length > 0 && this.#elders.chance(0.05)) this.#update(machine)
    this.clock.advance(this.random.chance(0.6) ? this.random.int(0, 100) : this.random.int(0, 20_000))
    this.watch.check(this.machines)
  }

  #happens(machine: FleetMachine): void {
    const chance = this.random.next()
    if (chance < 0.5) this.#writes(machine, this.random.pick(machine.agents))
    else if (chance < 0.6) this.#user(machine)
    else if (chance < 0.68) machine.kill()
    else if (chance < 0.74) this.#cut(machine)
    else if (chance < 0.76) this.broker.setBack()
    else if (chance < 0.8) this.#backups.set(machine, { at: this.clock.now(), store: machine.store.copy() })
    else if (chance < 0.82) this.#restore(machine)
    else if (chance < 0.84) machine.backend.kill(this.random.pick(machine.agents) ?? 'agt-')
    else if (chance < 0.86) machine.store.failNext(1)
    else if (chance < 0.87)
      machine.tell({ type: 'agent.deleted', agent: this.random.pick(machine.agents) ?? 'agt-' })
    else if (chance < 0.88)
      machine.tell({ type: 'agent.closed', agent: this.random.pick(machine.agents) ?? 'agt-' })
    else if (chance < 0.89) this.#open(machine)
    else this.clock.advance(this.random.int(0, minute))
  }

  #update(machine: FleetMachine): void {
    this.watch.count('updated')
    machine.update()
  }

  /** The liar, which knows all pending mail, sends this machine something. */
  #lies(machine: FleetMachine): void {
    this.watch.count('lies')
    const agents = this.machines.flatMap((one) => one.agents)
    const messages = this.machines.flatMap(({ mail }) => mail.map(({ id }) => id))
    // Mostly links that this machine knows.
    const links = this.#links?.overheard(this.#apart.chance(0.7) ? [machine] : this.machines) ?? null
    const circles = this.machines.flatMap(({ engine }) => [...engine.state.gatherings.values()])
    this.#liar.lie(machine.name, { agents, messages, links, circles })
  }

  #restore(machine: FleetMachine): void {
    const backup = this.#backups.get(machine)
    if (!backup) return
    this.log.push(`${machine.name} is restored`)
    this.watch.restored(machine.name)
    // Sometimes somebody copies the file, and Janus does not know of the restore.
    machine.restore(backup.store.copy(), this.random.chance(0.7) ? backup.at : null)
  }

  #cut({ name }: FleetMachine): void {
    const other = this.random.pick(this.machines)?.name ?? name
    const way = `${name} ${other}`
    if (this.broker.cut.has(way)) this.broker.cut.delete(way)
    else this.broker.cut.add(way)
  }

  #user(machine: FleetMachine): void {
    const held = machine.mail.filter(({ state }) => state === 'held')
    const one = this.random.pick(this.random.chance(0.7) ? held : machine.mail)
    if (!one) return
    const type = this.random.pick([
      'message.released',
      'message.dropped',
      'message.withdrawn',
      'message.hastened',
      'message.nudged',
    ] as const)
    if (type === 'message.withdrawn') this.watch.takenBack(one.id)
    if (type) machine.tell({ type, message: one.id })
  }

  /** The user writes to a remote agent, or reads its answers. */
  #userWrites(machine: FleetMachine): void {
    const random = this.#users
    const to = random.pick(machine.peers)
    if (to === undefined) return
    if (random.chance(0.2)) return machine.tell({ type: 'peer.seen', peer: to })
    const before = machine.mail.filter((one) => one.to === to && one.from.kind === 'user')
    machine.tell(
      sendCommand({
        from: { kind: 'user', via: 'window' },
        fromName: `the user "${machine.name}"`,
        to,
        body: `word-${String(++this.#words)}.`,
        priority: random.pick([null, 'urgent'] as const) ?? null,
        replied: random.pick(before) ?? null,
        expectsReply: random.chance(0.7),
      }),
    )
  }

  #writes(machine: FleetMachine, from: AgentId | undefined, replied: Message | null = null): void {
    const { peers } = machine
    const sender = replied?.from
    const to = sender?.kind === 'agent' && machineOf(sender.id) !== null ? sender.id : this.random.pick(peers)
    if (from === undefined || to === undefined) return
    const body = `word-${String(++this.#words)}.`
    machine.tell(
      sendCommand({
        from: { kind: 'agent', id: from },
        fromName: 'a',
        to,
        body,
        priority: this.random.pick([null, 'high', 'urgent'] as const) ?? null,
        replied,
        expectsReply: this.random.chance(0.4),
      }),
    )
  }

  #acts(machine: FleetMachine, agent: AgentId, prompt: string): readonly Act[] {
    if (this.#isCalm && prompt.includes('[Janus: you have the talking piece')) {
      const line = this.#words % 2 === 0 ? 'PASS' : 'I pass.'
      return [{ do: 'say', text: `said ${String(this.#words++)}.\n${line}` }]
    }
    if (this.#isCalm) return [{ do: 'say', text: this.#links ? 'SILENT' : 'done' }]
    const open =
      machine.engine.state.agents.get(agent)?.mailbox.filter(({ body }) => prompt.includes(body)) ?? []
    const acts: Act[] = [{ do: 'think', ms: this.random.int(0, 3000) }]
    if (this.random.chance(0.5))
      acts.push({ do: 'tool', call: () => this.#writes(machine, agent, this.random.pick(open) ?? null) })
    acts.push(...(this.#circles?.passes(machine, agent, prompt) ?? []))
    if (this.random.chance(0.05)) acts.push({ do: 'die' })
    if (this.random.chance(0.05)) acts.push({ do: 'break', why: 'api_error' })
    return [...acts, { do: 'say', text: `said ${String(this.#words)}` }]
  }

  /** Stops all faults, accepts everything, and lets time pass until everything is delivered. */
  rest(): void {
    this.#isCalm = true
    this.broker.isCalm = true
    this.broker.cut.clear()
    for (const { store } of this.machines) store.failNext(0)
    for (const machine of this.machines) if (machine.unknown.length > 0) this.#update(machine)
    for (let passed = 0; passed < 30; passed++) {
      for (const machine of this.machines) this.#soothe(machine)
      this.clock.advance(minute)
    }
    // Lets unanswered questions expire.
    this.broker.every = Math.max(10 * minute, 10 * this.#pace)
    for (let hour = 0; hour < 26; hour++) {
      this.clock.advance(60 * minute)
      for (const machine of this.machines) this.#soothe(machine)
    }
    this.broker.every = this.#pace
    for (const machine of this.machines) this.#links?.speaksToAll(machine)
    this.clock.advance(60 * minute)
    this.watch.settled(this.machines)
    this.#links?.settled(this.machines)
    this.#circles?.settled(this.machines)
  }

  #soothe(machine: FleetMachine): void {
    this.#links?.soothe(machine)
    this.#circles?.soothe(machine)
    for (const { agent, frames } of machine.engine.state.agents.values()) {
      if (agent.closedAt !== null) machine.tell({ type: 'agent.reopened', agent: agent.id })
      if (agent.status === 'stopped' || agent.status === 'failed')
        machine.tell({ type: 'agent.restarted', agent: agent.id })
      if (frames.some(({ broke }) => broke?.why === 'error'))
        machine.tell({ type: 'turn.retried', agent: agent.id })
    }
    for (const { id, state } of machine.mail)
      if (state === 'held') machine.tell({ type: 'message.released', message: id })
  }
}

interface FleetOptions {
  readonly size?: number | null
  readonly events?: number
  readonly linked?: boolean
}

/** Runs one world; `broken`: the broken promise. `size` and `events` override the random numbers. */
export function runFleet(
  seed: number,
  { size = null, events, linked = false }: FleetOptions = {},
): { world: FleetWorld; broken: Error | null } {
  const world = new FleetWorld(seed, size, linked)
  try {
    for (let n = events ?? world.random.int(20, 120); n > 0; n--) world.live()
    world.rest()
    return { world, broken: null }
  } catch (error) {
    return { world, broken: error instanceof Error ? error : new Error(String(error)) }
  }
}
