import { randomBytes } from 'node:crypto'
import type { Envelope, MachineKey, MachineName, Presence } from '../../contract/fleet/machines.ts'
import type { Clock } from '../../ports/ports.ts'
import type { FleetTransport, TransportSink } from '../../ports/transport.ts'
import { boxBytes } from './boxes.ts'
import { BrokerConnection, connectionProblem } from './connection.ts'
import { fleetFileMark, readFleet, writeFleet, type FleetFile } from './fleet-file.ts'
import { Joiner, splitMessage, openEnvelope, openPresence, readWirePart, seal } from './wire.ts'
import { loadKeys, type Keys, type Signer } from './keys.ts'
import { loadLibraries, type Libraries } from './libraries.ts'
import { Outbox, type Carriage } from './outbox.ts'
import { Pauses } from './pauses.ts'
import { Telling } from './telling.ts'
import { Twins } from './twins.ts'

interface NatsTransportOptions {
  readonly file: string
  readonly clock: Clock
  readonly log?: (line: string) => void
  /** Bytes that may wait for this machine from each other one; 64 MiB by default. */
  readonly boxBytes?: number
}

/** Milliseconds. */
const presenceEvery = 5_000
/** Bytes. */
const longestPresence = 1024 * 1024

/**
 * Opens the transport of a fleet file and loads its libraries. Throws a `FolderError` that says what to do
 * if the file is invalid. Nothing connects before `connect`.
 */
export async function openNatsTransport(options: NatsTransportOptions): Promise<FleetTransport> {
  const [keys, libraries] = await Promise.all([loadKeys(), loadLibraries()])
  return new NatsTransport(options, keys, libraries)
}

class NatsTransport implements FleetTransport {
  readonly #options: NatsTransportOptions
  readonly #keys: Keys
  readonly #libraries: Libraries
  readonly #pauses: Pauses
  readonly #signer: Signer
  /** Random for each run, so that message ids of an earlier run don't suppress new ones. */
  readonly #life = randomBytes(6).toString('hex')
  readonly #outboxes = new Map<MachineName, Outbox>()
  readonly #joiners = new Map<MachineName, Joiner>()
  #fleet: FleetFile
  #fileMark: string
  #sendings = 0
  #sink: TransportSink | null = null
  #telling = new Telling(() => {})
  readonly #twins: Twins
  #isTwice = false
  /** `#reached` is any connection; `#connection` is the same one once this Janus is active. */
  #reached: BrokerConnection | null = null
  #connection: BrokerConnection | null = null
  #presence: Presence | null = null
  #presenceMessage: Uint8Array | null = null
  #running: Promise<void> = Promise.resolve()

  constructor(options: NatsTransportOptions, keys: Keys, libraries: Libraries) {
    this.#options = options
    this.#keys = keys
    this.#libraries = libraries
    this.#fileMark = fleetFileMark(options.file)
    const { fleet, signer } = readFleet(options.file, keys)
    this.#fleet = fleet
    this.#signer = signer
    this.#twins = new Twins({ machine: fleet.machine, life: this.#life, signer, keys })
    this.#pauses = new Pauses(options.clock)
  }

  get machine(): MachineName {
    return this.#fleet.machine
  }

  get founder(): MachineName {
    return this.#fleet.founder
  }

  get others(): readonly MachineName[] {
    return this.#fleet.machines.map(({ name }) => name)
  }

  connect(sink: TransportSink): void {
    this.#sink = sink
    this.#telling = new Telling((state) => {
      if (!this.#pauses.isOver) sink.brokerChanged(state)
    })
    this.#pauses.every(presenceEvery, () => {
      this.#reloadFile()
      void this.#checkTwins()
    })
    this.#running = this.#stayConnected()
  }

  send(to: MachineName, envelopes: readonly Envelope[]): void {
    if (this.#pauses.isOver) return
    let outbox = this.#outboxes.get(to)
    if (!outbox) {
      const nextId = ({ incarnation, n }: Envelope): string =>
        [this.machine, incarnation, n, `${this.#life}-${++this.#sendings}`].join(':')
      outbox = new Outbox((envelope, id) => this.#carry(to, envelope, id), nextId)
      this.#outboxes.set(to, outbox)
    }
    outbox.put(envelopes)
  }

  announce(presence: Presence): void {
    this.#presence = presence
    this.#presenceMessage = null
    this.#sayPresence()
  }

  async close(): Promise<void> {
    this.#pauses.end()
    await this.#reached?.close()
    await this.#running
  }

  async #stayConnected(): Promise<void> {
    const { clock, boxBytes: bytes = boxBytes, log = () => {} } = this.#options
    let wait = 500
    this.#telling.connecting(`${this.#fleet.servers.join(' or ')} has not answered yet.`, clock.now())
    while (!this.#pauses.isOver) {
      try {
        const connection = await BrokerConnection.open({
          fleet: this.#fleet,
          signer: this.#signer,
          libraries: this.#libraries,
          clock,
          log,
          boxBytes: bytes,
          take: (from, data) => this.#receive(from, data),
          present: (from, data) => this.#receivePresence(from, data),
        })
        wait = 500
        this.#reportFailure(await this.#use(connection))
      } catch (error) {
        this.#reportFailure(error)
      }
      await this.#pauses.wait(wait)
      // oxlint-disable-next-line no-useless-assignment -- read where the next attempt fails
      wait = Math.min(10_000, wait * 2)
    }
  }

  async #use(connection: BrokerConnection): Promise<unknown> {
    if (this.#pauses.isOver) return connection.close()
    this.#reached = connection
    try {
      connection.answerTwins((question) => this.#twins.answer(question))
      this.#twins.come()
      const isTwice = await this.#twins.ask((question) => connection.askTwins(question))
      if (this.#twins.isAside) this.#telling.aside()
      else this.#takePart(connection, isTwice)
      return await connection.ended
    } finally {
      this.#connection = null
      await connection.close()
      this.#reached = null
    }
  }

  #takePart(connection: BrokerConnection, isTwice: boolean): void {
    this.#connection = connection
    for (const machine of this.others) connection.watch(machine)
    this.#telling.connected()
    this.#setTwice(isTwice)
    this.#sayPresence()
    for (const outbox of this.#outboxes.values()) outbox.run()
  }

  async #checkTwins(): Promise<void> {
    const connection = this.#connection
    if (connection === null) return
    try {
      this.#setTwice(await this.#twins.ask((question) => connection.askTwins(question)))
    } catch {
      return
    }
    if (!this.#twins.isAside) return this.#sayPresence()
    this.#telling.aside()
    // The next connection only answers twins.
    this.#connection = null
    await connection.close()
  }

  #setTwice(isTwice: boolean): void {
    if (isTwice !== this.#isTwice) this.#presenceMessage = null
    this.#isTwice = isTwice
    this.#telling.twice(isTwice)
  }

  #reportFailure(error: unknown): void {
    const { isRefusal, why } = connectionProblem(error, this.#fleet, this.#libraries)
    if (isRefusal) this.#telling.refused(why, this.#options.clock.now())
    else this.#telling.connecting(why, this.#options.clock.now())
  }

  async #carry(to: MachineName, envelope: Envelope, id: string): Promise<Carriage> {
    for (const [index, data] of splitMessage(seal('envelope', envelope, this.#signer)).entries()) {
      const became = (await this.#connection?.put(to, `${id}:${index}`, data)) ?? 'cut'
      if (became === 'full') this.#telling.full(to)
      if (became !== 'carried') return became
    }
    this.#telling.taken(to)
    return 'carried'
  }

  async #receive(from: MachineName, data: Uint8Array): Promise<void> {
    const part = readWirePart(data)
    if (part?.subject !== 'envelope') return this.#telling.dropped(from, 'It is not a Janus message.')
    const joiner = this.#joiners.get(from) ?? new Joiner()
    this.#joiners.set(from, joiner)
    const whole = joiner.take(part)
    if (whole === null) return
    const read = openEnvelope(whole, this.machine, this.#expected(from))
    if ('why' in read) this.#telling.dropped(from, read.why)
    else {
      this.#telling.heard(from)
      await this.#sink?.arrived(read)
    }
    joiner.forget()
  }

  #receivePresence(from: MachineName, data: Uint8Array): void {
    if (this.#pauses.isOver) return
    const part = readWirePart(data)
    if (part?.count !== 1) return this.#telling.dropped(from, 'It is not a Janus message.')
    const read = openPresence(part, this.#expected(from))
    if ('why' in read) return this.#telling.dropped(from, read.why)
    if (from === this.#fleet.founder) this.#pin(read.roster)
    this.#sink?.present(from, from === this.#fleet.founder ? read : { ...read, roster: [] })
  }

  #expected(from: MachineName) {
    const key = this.#fleet.machines.find(({ name }) => name === from)?.key ?? ''
    return { from, key, keys: this.#keys }
  }

  /** Adds the founder's machines; the first key of a machine is kept. */
  #pin(roster: readonly MachineKey[]): void {
    const known = new Map(this.#fleet.machines.map(({ name, key }) => [name, key]))
    const added = roster.filter(({ name }) => name !== this.machine && !known.has(name))
    for (const { name, key } of roster)
      if (name !== this.machine && known.has(name) && known.get(name) !== key)
        this.#telling.dropped(
          this.#fleet.founder,
          `It says that ${name} has another key now. The first one goes on to hold; if ${name} was really made again, take it out of ${this.#options.file}.`,
        )
    if (added.length === 0) return
    const fleet = { ...this.#fleet, machines: [...this.#fleet.machines, ...added] }
    try {
      writeFleet(this.#options.file, fleet)
    } catch (error) {
      // The founder repeats its roster soon.
      this.#options.log?.(`transport: ${this.#options.file} could not be saved: ${String(error)}`)
      return
    }
    this.#follow(fleet)
  }

  /** `janus fleet invite` changes the founder's file from another process. */
  #reloadFile(): void {
    if (fleetFileMark(this.#options.file) === this.#fileMark) return
    try {
      this.#follow(readFleet(this.#options.file, this.#keys).fleet)
    } catch (error) {
      this.#fileMark = fleetFileMark(this.#options.file)
      this.#options.log?.(`transport: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  /** Only the other machines are updated: this machine's identity is fixed while it runs. */
  #follow({ machines }: FleetFile): void {
    this.#fileMark = fleetFileMark(this.#options.file)
    this.#fleet = { ...this.#fleet, machines: machines.filter(({ name }) => name !== this.machine) }
    for (const machine of this.others) this.#connection?.watch(machine)
    this.#presenceMessage = null
  }

  #sayPresence(): void {
    if (!this.#presence || !this.#connection || this.#pauses.isOver) return
    if (this.#presenceMessage === null) {
      const isFounder = this.machine === this.#fleet.founder
      const own = { name: this.machine, key: this.#signer.key }
      const roster = isFounder ? [own, ...this.#fleet.machines] : []
      const twice = this.#isTwice ? ({ twice: true } as const) : {}
      const sealed = seal('presence', { ...this.#presence, ...twice, roster }, this.#signer)
      const [message = new Uint8Array(), ...more] = splitMessage(sealed, longestPresence)
      if (more.length > 0) this.#options.log?.('transport: too much is shared to be told: more than 1 MiB.')
      this.#presenceMessage = more.length > 0 ? new Uint8Array() : message
    }
    if (this.#presenceMessage.length > 0) this.#connection.say(this.#presenceMessage)
  }
}
