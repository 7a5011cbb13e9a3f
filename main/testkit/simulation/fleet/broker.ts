import type { Envelope, MachineName, Presence } from '../../../contract/fleet/machines.ts'
import type { FleetTransport, TransportSink } from '../../../ports/transport.ts'
import type { Random } from '../../random.ts'
import type { VirtualClock } from '../../virtual-clock.ts'

/** A broker between machines in virtual time: it loses, duplicates, reorders and replays messages. */
export class Broker {
  readonly #clock: VirtualClock
  readonly #random: Random
  readonly #machines = new Map<MachineName, SimulatedTransport>()
  /** Everything it delivered, for replays. */
  readonly #kept: Envelope[] = []
  /** Pairs of machines whose connection is cut, by direction. */
  readonly cut = new Set<string>()
  every = 5000 // ms between presence reports
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

  /** Replays earlier messages, as a broker restored from a backup would. */
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

  /** Reports a machine's presence periodically. */
  repeat(transport: SimulatedTransport): void {
    this.#clock.after(this.every, () => {
      if (transport.isClosed) return
      if (transport.presence) this.present(transport.machine, transport.presence())
      this.repeat(transport)
    })
  }
}

export class SimulatedTransport implements Pick<FleetTransport, 'send'> {
  readonly #broker: Broker
  readonly machine: MachineName
  readonly others: readonly MachineName[]
  sink: TransportSink | null = null
  isClosed = false
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
