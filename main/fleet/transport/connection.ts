import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { MachineName } from '../../contract/fleet/machines.ts'
import type { Clock } from '../../ports/ports.ts'
import { takeFromBox } from './box.ts'
import { outgoing, presenceOf, twinsOf } from './boxes.ts'
import type { FleetFile } from './fleet-file.ts'
import type { Signer } from './keys.ts'
import type { Libraries } from './libraries.ts'
import type { Carriage } from './outbox.ts'
import { Pauses } from './pauses.ts'
import { longestMessage } from './wire.ts'

interface ConnectionOptions {
  readonly fleet: FleetFile
  readonly signer: Signer
  readonly libraries: Libraries
  readonly clock: Clock
  readonly boxBytes: number
  /** A message from a machine's box. Resolves when it may be deleted, rejects to get it again. */
  readonly take: (from: MachineName, data: Uint8Array) => Promise<void>
  readonly present: (from: MachineName, data: Uint8Array) => void
  readonly log: (line: string) => void
}

/** The server lacks something that is needed; the message says what the user can do. */
class ServerRefusal extends Error {}

/** Milliseconds. */
const patience = 10_000

/** Milliseconds to wait for other Januses with the same key, if the server knows of any. */
const twinPatience = 2_000

/** One connection to the server; it never reconnects. */
export class BrokerConnection {
  readonly ended: Promise<unknown>
  readonly #nats: NatsConnection
  readonly #client: JetStreamClient
  readonly #manager: JetStreamManager
  readonly #options: ConnectionOptions
  readonly #pauses: Pauses
  readonly #watched = new Set<MachineName>()
  readonly #running: Promise<void>[] = []

  private constructor(nats: NatsConnection, manager: JetStreamManager, options: ConnectionOptions) {
    this.#nats = nats
    this.#manager = manager
    this.#client = options.libraries.jetstream.jetstream(nats, { timeout: patience })
    this.#options = options
    this.#pauses = new Pauses(options.clock)
    this.ended = this.#untilEnd()
  }

  /** Throws the client's error if the server doesn't answer, or `ServerRefusal`. */
  static async open(options: ConnectionOptions): Promise<BrokerConnection> {
    const { fleet, signer, libraries } = options
    // Only the fleet's certificate is trusted, whatever the server's host name is now.
    const tls = { ca: fleet.certificate, checkServerIdentity: () => undefined }
    const nats = await libraries.nats.connect({
      servers: [...fleet.servers],
      name: `Janus, machine ${fleet.machine}`,
      authenticator: (nonce?: string) => ({
        nkey: signer.key,
        sig: Buffer.from(signer.sign(new TextEncoder().encode(nonce ?? ''))).toString('base64url'),
      }),
      tls,
      // The transport makes a new connection instead.
      reconnect: false,
      ignoreClusterUpdates: true,
      noEcho: true,
      pingInterval: 5_000,
      maxPingOut: 2,
      timeout: 5_000,
    })
    try {
      if ((nats.info?.max_payload ?? 0) < longestMessage)
        throw new ServerRefusal(
          'The server takes no messages of 256 KiB. Set max_payload: 8MB in its configuration.',
        )
      const manager = await libraries.jetstream.jetstreamManager(nats, { timeout: patience })
      return new BrokerConnection(nats, manager, options)
    } catch (error) {
      await nats.close()
      throw error
    }
  }

  answerTwins(answer: (question: Uint8Array) => Uint8Array): void {
    this.#nats.subscribe(twinsOf(this.#options.fleet.machine), {
      callback: (error, message) => {
        if (!error && !this.#pauses.isOver) message.respond(answer(message.data))
      },
    })
  }

  /** Asks other Januses with this machine's key. Without any, the server answers at once. */
  async askTwins(question: Uint8Array): Promise<Uint8Array[]> {
    const answers: Uint8Array[] = []
    try {
      const options = { strategy: 'timer', maxWait: twinPatience, noMux: true } as const
      const asked = await this.#nats.requestMany(twinsOf(this.#options.fleet.machine), question, options)
      for await (const { data } of asked) answers.push(data)
    } catch (error) {
      if (!(error instanceof this.#options.libraries.nats.NoRespondersError)) throw error
    }
    if (this.#nats.isClosed()) throw new Error('the connection ended')
    return answers
  }

  watch(machine: MachineName): void {
    if (this.#watched.has(machine)) return
    this.#watched.add(machine)
    this.#nats.subscribe(presenceOf(machine), {
      callback: (error, message) => {
        if (!error) this.#options.present(machine, message.data)
      },
    })
    this.#running.push(this.#takeFor(machine))
  }

  say(data: Uint8Array): void {
    if (!this.#nats.isClosed()) this.#nats.publish(presenceOf(this.#options.fleet.machine), data)
  }

  /** Puts a message into a machine's box. The server drops the same `id` within ten minutes. */
  async put(to: MachineName, id: string, data: Uint8Array): Promise<Carriage> {
    for (let attempt = 1; !this.#nats.isClosed(); attempt++) {
      try {
        await this.#client.publish(outgoing(to), data, { msgID: id, timeout: patience })
        return 'carried'
      } catch (error) {
        if (this.#nats.isClosed()) return 'cut'
        if (this.#isFull(error)) return 'full'
        if (!(error instanceof this.#options.libraries.nats.TimeoutError) || attempt === 3) return 'lost'
      }
    }
    return 'cut'
  }

  async close(): Promise<void> {
    this.#pauses.end()
    // Returns unsaved messages at once, so that the next run of this machine need not wait for them.
    const longest = new Pauses(this.#options.clock)
    await Promise.race([this.#nats.flush().catch(() => {}), longest.wait(1_000)])
    longest.end()
    await this.#nats.close()
    await this.ended
  }

  async #untilEnd(): Promise<unknown> {
    const why = await this.#nats.closed()
    this.#pauses.end()
    await Promise.all(this.#running)
    return why
  }

  async #takeFor(from: MachineName): Promise<void> {
    const { libraries, boxBytes, take, log } = this.#options
    let told = ''
    while (!this.#pauses.isOver) {
      try {
        await takeFromBox({
          from,
          libraries,
          bytes: boxBytes,
          pauses: this.#pauses,
          client: this.#client,
          manager: this.#manager,
          take: (data) => take(from, data),
        })
      } catch (error) {
        const line = `transport: nothing can be taken from the box of ${from}: ${error instanceof Error ? error.message : String(error)}`
        if (line !== told && !this.#pauses.isOver) log((told = line))
      }
      await this.#pauses.wait(2_000)
    }
  }

  /** The box is full, or the server's storage is. */
  #isFull(error: unknown): boolean {
    const codes = [10_077, 10_047, 10_023, 10_054]
    return error instanceof this.#options.libraries.jetstream.JetStreamApiError && codes.includes(error.code)
  }
}

/** Why there is no connection. `isRefusal`: waiting doesn't help. */
interface NoConnection {
  readonly isRefusal: boolean
  /** A sentence for the user that says what to do. */
  readonly why: string
}

export function connectionProblem(
  error: unknown,
  fleet: FleetFile,
  { nats, jetstream }: Libraries,
): NoConnection {
  const server = fleet.servers.join(' or ')
  if (error instanceof ServerRefusal) return { isRefusal: true, why: error.message }
  if (error instanceof nats.AuthorizationError)
    return {
      isRefusal: true,
      why: `The server at ${server} does not know the key of this machine. Have the machine ${fleet.founder} tell its server to read its configuration again, or invite this machine again.`,
    }
  if (
    error instanceof jetstream.JetStreamError ||
    error instanceof jetstream.JetStreamApiError ||
    isNotEnabled(error)
  )
    return {
      isRefusal: true,
      why: `The server at ${server} keeps no mail: JetStream is off there. Start it with the configuration that Janus has written.`,
    }
  const code = codeOf(error)
  const tls = certificateWords(code, server)
  if (tls !== null) return { isRefusal: true, why: tls }
  return { isRefusal: false, why: `Can’t reach the fleet’s server at ${server} (${word(code, error)}).` }
}

function certificateWords(code: string, server: string): string | null {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `The certificate of ${server} is not valid today (${code}). Set the clock of this machine, or make a new certificate.`
  if (!/CERT|SIGNATURE|ISSUER|^ERR_SSL|^ERR_TLS|^EPROTO/.test(code)) return null
  return `What answers at ${server} does not prove to be the server of this fleet (${code}): nothing was sent. Look at what listens there, or whether the server got another certificate.`
}

/** The client wraps some errors in others. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') return at.code
  return ''
}

const isNotEnabled = (error: unknown): boolean =>
  error instanceof Error && error.name === 'JetStreamNotEnabled'

const word = (code: string, error: unknown): string => {
  if (code !== '') return code
  return error instanceof Error && error.message !== '' ? error.message.slice(0, 200) : 'the connection ended'
}
