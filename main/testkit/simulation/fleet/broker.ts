import type { Envelope, MachineName, Presence } from '../../../contract/fleet/machines.ts'
import type { FleetTransport, TransportSink } from '../../../ports/transport.ts'
import type { Random } from '../../random.ts'
import type { VirtualClock } from '../../virtual-clock.ts'

/** What carries between the machines of a fleet in virtual time: it loses, doubles, reorders, and goes back to earlier days. */
export class Broker {
  readonly #clock: VirtualClock
  readonly #random: Random
  readonly #machines = new Map<MachineName, SimulatedTransport>()
  /** What was ever brought, for a broker that is set back. */
  readonly #kept: Envelope[] = []
  /** Nothing goes from the first to the second. */
  readonly cut = new Set<string>()
  /** How often machines say that they are there, in ms. */
  every = 5000
  /** No more faults. */
  isCalm = false

  constructor(clock: VirtualClock, random: Random) {
    this.#clock = clock
    this.#random = random
  }

  transport(machine: MachineName, others: readonly MachineName[]): SimulatedTransport {
    const transport = new SimulatedTransport(this, machine, others)
    this.#machines.set(machine, transport)
    return transport
  }

  /** It is set back: what it brought once comes again. */
  setBack(): void {
    for (const envelope of this.#kept.slice(this.#random.int(0, this.#kept.length))) this.#bring(envelope)
  }

  carry(envelope: Envelope): void {
    this.#kept.push(envelope)
    if (!this.isCalm && this.#random.chance(0.15)) return
    this.#bring(envelope)
    if (!this.isCalm && this.#random.chance(0.1)) this.#bring(envelope)
  }

  #bring(envelope: Envelope): void {
    const far = this.isCalm || this.#random.chance(0.8) ? 50 : 60_000
    this.#clock.after(this.#random.int(0, far), () => {
      if (this.cut.has(`${envelope.from} ${envelope.to}`)) return
      this.#machines
        .get(envelope.to)
        ?.sink?.arrived(envelope)
        .catch(() => undefined)
    })
  }

  present(from: MachineName, presence: Presence): void {
    for (const [to, { sink }] of this.#machines) {
      if (to === from || this.cut.has(`${from} ${to}`) || (!this.isCalm && this.#random.chance(0.2))) continue
      this.#clock.after(this.#random.int(0, 20), () => sink?.present(from, presence))
    }
  }

  /** Says again and again what a machine says of itself. */
  repeat(transport: SimulatedTransport): void {
    this.#clock.after(this.every, () => {
      if (transport.isClosed) return
      if (transport.presence) this.present(transport.machine, transport.presence())
      this.repeat(transport)
    })
  }
}

/** One machine's end of it. */
export class SimulatedTransport implements Pick<FleetTransport, 'send'> {
  readonly #broker: Broker
  readonly machine: MachineName
  readonly others: readonly MachineName[]
  sink: TransportSink | null = null
  isClosed = false
  /** What it says of itself now. */
  presence: (() => Presence) | null = null

  constructor(broker: Broker, machine: MachineName, others: readonly MachineName[]) {
    this.#broker = broker
    this.machine = machine
    this.others = others
  }

  connect(sink: TransportSink, presence: () => Presence): void {
    this.sink = sink
    this.presence = presence
    this.#broker.repeat(this)
  }

  send(_to: MachineName, envelopes: readonly Envelope[]): void {
    for (const envelope of envelopes) this.#broker.carry(envelope)
  }

  close(): void {
    this.isClosed = true
    this.sink = null
  }
}
