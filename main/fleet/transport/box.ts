import type { Consumer, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream'
import type { MachineName } from '../../contract/fleet/machines.ts'
import { boxOf, incoming, taker } from './boxes.ts'
import type { Libraries } from './libraries.ts'
import type { Pauses } from './pauses.ts'

/** The box (a JetStream stream) with messages from one other machine. */
interface BoxOptions {
  readonly from: MachineName
  readonly bytes: number
  readonly libraries: Libraries
  readonly client: JetStreamClient
  readonly manager: JetStreamManager
  readonly pauses: Pauses
  /** Resolves when the message may be deleted, rejects when it must be delivered again. */
  readonly take: (data: Uint8Array) => Promise<void>
}

const second = 1_000_000_000
const errors = { otherConfiguration: 10_058 } as const

/** Consumes the box until the connection ends. Throws if it can't. */
export async function takeFromBox(options: BoxOptions): Promise<void> {
  const consumer = await open(options)
  const messages = await consumer.consume({
    max_messages: 1,
    expires: 30_000,
    idle_heartbeat: 5_000,
    abort_on_missing_resource: true,
  })
  const emptying = new Emptying(options)
  let rejections = 0
  for await (const message of messages) {
    if (await isTaken(message, options)) {
      rejections = 0
      await emptying.saved(message)
    } else {
      message.nak(options.pauses.isOver ? 0 : Math.min(30_000, 250 * 2 ** rejections++))
    }
    if (options.pauses.isOver) break
  }
}

async function open({ from, bytes, libraries, client, manager }: BoxOptions): Promise<Consumer> {
  const { AckPolicy, DeliverPolicy, DiscardPolicy, RetentionPolicy, StorageType, JetStreamApiError } =
    libraries.jetstream
  const name = boxOf(from)
  const config = {
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    subjects: [incoming(from)],
    max_bytes: bytes,
    max_age: 7 * 24 * 3600 * second,
    duplicate_window: 600 * second,
  }
  try {
    await manager.streams.add({ name, ...config })
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === errors.otherConfiguration)) throw error
    await manager.streams.update(name, config)
  }
  const start = await whereToBegin(manager, name)
  if (start !== 'goes on')
    await manager.consumers.add(name, {
      durable_name: taker,
      ack_policy: AckPolicy.Explicit,
      ...(start === 1
        ? { deliver_policy: DeliverPolicy.All }
        : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: start }),
      // One at a time: otherwise a redelivered message could be overtaken.
      max_ack_pending: 1,
      ack_wait: 30 * second,
    })
  return client.consumers.get(name, taker)
}

/**
 * Sequence at which a new consumer must start, or `goes on` if the existing one can be used. One that waits
 * for an acknowledgment from an earlier connection can't: it would block everything for `ack_wait`.
 */
async function whereToBegin(manager: JetStreamManager, box: string): Promise<number | 'goes on'> {
  const known = await manager.consumers.info(box, taker).catch(() => null)
  if (known === null) return 1
  if (known.num_ack_pending === 0) return 'goes on'
  await manager.consumers.delete(box, taker)
  return known.ack_floor.stream_seq + 1
}

async function isTaken(message: JsMsg, { pauses, take }: BoxOptions): Promise<boolean> {
  const end = pauses.every(10_000, () => message.working())
  try {
    await pauses.unlessOver(take(message.data))
    message.ack()
    return true
  } catch {
    return false
  } finally {
    end()
  }
}

/** Deletes saved messages from the stream, every few seconds or after many bytes, to free its space. */
class Emptying {
  readonly #options: BoxOptions
  #bytes = 0
  #next = 0

  constructor(options: BoxOptions) {
    this.#options = options
    options.pauses.every(5_000, () => void this.#empty().catch(() => {}))
  }

  async saved({ seq, data }: JsMsg): Promise<void> {
    this.#bytes += data.length
    this.#next = seq + 1
    if (this.#bytes >= this.#options.bytes / 8) await this.#empty()
  }

  async #empty(): Promise<void> {
    if (this.#bytes === 0) return
    this.#bytes = 0
    await this.#options.manager.streams.purge(boxOf(this.#options.from), { seq: this.#next })
  }
}
