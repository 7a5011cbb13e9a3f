import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Envelope, MachineName } from '../../../contract/fleet/machines.ts'
import type { FleetTransport } from '../../../ports/transport.ts'
import { makeQuickFolder } from '../../../testkit/quick-folder.ts'
import { systemClock } from '../../../adapters/system-clock.ts'
import { outgoing } from '../boxes.ts'
import { readFleet, writeFleet, type FleetRead } from '../fleet-file.ts'
import { fleetFileIn, foundFleet, inviteMachine, joinFleet } from '../founding.ts'
import { loadKeys, type Keys } from '../keys.ts'
import { loadLibraries, type Libraries } from '../libraries.ts'
import { openNatsTransport } from '../nats-transport.ts'
import { splitMessage, seal } from '../wire.ts'
import { freePort, startServer, type RunningServer } from './nats-server.ts'
import type { TransportListener } from './transport-listener.ts'

/** The first one is the founder. */
export const machines: readonly MachineName[] = ['attic', 'cellar', 'barn']

interface FleetPlan {
  readonly boxBytes?: number
  readonly isBarnNew?: boolean
  /** Attic has a wrong key for barn; cellar has the right one. */
  readonly isBarnMistaken?: boolean
}

/** A message that somebody with an account on the broker, or its operator, puts into a box. */
export interface Forgery {
  readonly by: MachineName
  readonly to: MachineName
  readonly envelope: Envelope
  /** Whose key signs it; nobody knows the stranger's. */
  readonly signedBy: MachineName | 'stranger'
  /** The broker's message id; unique by default. */
  readonly id?: string
}

type RawConnection = Awaited<ReturnType<Libraries['nats']['connect']>>

export class RealFleet {
  readonly folder: string
  server: RunningServer
  readonly keys: Keys
  readonly libraries: Libraries
  readonly #plan: FleetPlan
  readonly #posts = new Set<FleetTransport>()
  readonly #raw = new Map<MachineName, RawConnection>()
  #ids = 0

  private constructor(
    folder: string,
    server: RunningServer,
    plan: FleetPlan,
    keys: Keys,
    libraries: Libraries,
  ) {
    this.folder = folder
    this.server = server
    this.keys = keys
    this.libraries = libraries
    this.#plan = plan
  }

  static async found(plan: FleetPlan): Promise<RealFleet> {
    const folder = makeQuickFolder('fleet')
    const port = await freePort()
    const home = (machine: MachineName): string => join(folder, machine)
    await foundFleet({ home: home('attic'), name: 'attic', address: `127.0.0.1:${port}`, now: Date.now() })
    for (const name of machines.slice(1)) {
      const out = join(folder, `${name}.invitation`)
      await inviteMachine({ home: home('attic'), name, out })
      await joinFleet({ home: home(name), file: out })
    }
    const [keys, libraries] = [await loadKeys(), await loadLibraries()]
    const server = await startServer(configurationIn(folder))
    const fleet = new RealFleet(folder, server, plan, keys, libraries)
    fleet.#introduce()
    return fleet
  }

  read(machine: MachineName): FleetRead {
    return readFleet(this.fileOf(machine), this.keys)
  }

  fileOf(machine: MachineName): string {
    return fleetFileIn(join(this.folder, machine))
  }

  /** Starts a machine; resolves when it is connected and active or inactive as a twin. */
  async open(machine: MachineName, listener: TransportListener): Promise<FleetTransport> {
    const { boxBytes } = this.#plan
    const transport = await openNatsTransport({
      file: this.fileOf(machine),
      clock: systemClock,
      ...(boxBytes === undefined ? {} : { boxBytes }),
      log: (line) => listener.log.push(line),
    })
    this.#posts.add(transport)
    transport.connect(listener)
    await listener.until(() => listener.states.some(({ kind }) => kind === 'connected' || kind === 'aside'))
    if (!listener.states.some(({ kind }) => kind === 'aside'))
      await this.untilBoxes(machine, transport.others)
    return transport
  }

  async forge({ by, to, envelope, signedBy, id = `forged-${++this.#ids}` }: Forgery): Promise<void> {
    const raw = await this.raw(by)
    const client = this.libraries.jetstream.jetstream(raw)
    for (const data of this.sealed(envelope, signedBy))
      await client.publish(outgoing(to), data, { msgID: id })
  }

  sealed(envelope: Envelope, signedBy: Forgery['signedBy']): Uint8Array[] {
    const stranger = this.keys.open(this.keys.make().seed)
    const signer = signedBy === 'stranger' ? stranger : this.read(signedBy).signer
    if (!signer) throw new Error('no key')
    return splitMessage(seal('envelope', envelope, signer))
  }

  async raw(machine: MachineName): Promise<RawConnection> {
    const known = this.#raw.get(machine)
    if (known && !known.isClosed()) return known
    const { fleet } = this.read(machine)
    const raw = await this.connect(fleet.seed, fleet.certificate)
    this.#raw.set(machine, raw)
    return raw
  }

  /** Connects with any key and trusts any certificate. */
  connect(seed: string | null, certificate: string): Promise<RawConnection> {
    const { nats } = this.libraries
    const { fleet } = this.read('attic')
    const tls = { ca: certificate, checkServerIdentity: () => undefined }
    return nats.connect({
      servers: [...fleet.servers],
      reconnect: false,
      timeout: 5_000,
      tls,
      ...(seed === null ? {} : { authenticator: nats.nkeyAuthenticator(new TextEncoder().encode(seed)) }),
    })
  }

  async restart(): Promise<void> {
    this.server = await startServer(configurationIn(this.folder))
  }

  get store(): string {
    return join(this.folder, 'attic', 'fleet', 'server', 'store')
  }

  async dispose(): Promise<void> {
    this.server.process.kill('SIGCONT')
    for (const transport of this.#posts) await transport.close()
    for (const raw of this.#raw.values()) await raw.close()
    await this.server.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Machines create their boxes when they start; anything sent before is lost and would be repeated. */
  async untilBoxes(machine: MachineName, from: readonly MachineName[]): Promise<void> {
    const raw = await this.raw(machine)
    const made = new Set<string>()
    const manager = await this.libraries.jetstream.jetstreamManager(raw)
    const done = Promise.withResolvers<void>()
    done.promise.catch(() => {})
    const look = async (): Promise<void> => {
      for await (const { config } of manager.streams.list()) {
        const consumers = await manager.consumers.list(config.name).next()
        if (consumers.length > 0) made.add(config.name)
      }
      if (from.every((other) => made.has(`IN_${other}`))) done.resolve()
    }
    // The server announces each new consumer.
    const told = raw.subscribe('$JS.EVENT.ADVISORY.CONSUMER.CREATED.>', {
      callback: () => void look().catch(done.reject),
    })
    await raw.flush()
    await look()
    await done.promise
    told.unsubscribe()
  }

  /** Writes what each machine initially knows of the others. */
  #introduce(): void {
    const { signer } = this.read('barn')
    const barn = { name: 'barn', key: signer.key }
    const attic = this.read('attic').fleet
    const cellar = this.read('cellar').fleet
    const isBarnNew = this.#plan.isBarnNew === true
    writeFleet(this.fileOf('cellar'), {
      ...cellar,
      machines: isBarnNew ? cellar.machines : [...cellar.machines, barn],
    })
    if (this.#plan.isBarnMistaken !== true) return
    const { key } = this.keys.make()
    writeFleet(this.fileOf('attic'), {
      ...attic,
      machines: attic.machines.map((one) => (one.name === 'barn' ? { name: 'barn', key } : one)),
    })
  }
}

const configurationIn = (folder: string): string =>
  join(folder, 'attic', 'fleet', 'server', 'nats-server.conf')
