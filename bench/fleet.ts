/** P15: words from one machine to another, over a real server on this machine, against a bare publish and a bare commit. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Place } from '../e2e/place.ts'
import { openNatsTransport } from '../main/fleet/transport/nats-transport.ts'
import { incoming, outgoing } from '../main/fleet/transport/boxes.ts'
import { natsServer } from '../main/fleet/transport/testing/nats-server.ts'
import { RealFleet } from '../main/fleet/transport/testing/real-fleet.ts'
import { openStore } from '../main/adapters/store/store.ts'
import { systemClock } from '../main/adapters/system-clock.ts'
import type { MachineName, Presence } from '../main/contract/fleet/machines.ts'
import type { AgentId } from '../main/contract/api/model.ts'
import { peersOf } from '../main/fleet/core/log.ts'
import { peerId } from '../main/core/step/peer-ids.ts'
import { Engine } from '../main/engine/engine.ts'
import type { FleetTransport } from '../main/ports/transport.ts'
import { readArrival } from '../main/fleet/server/read-arrival.ts'
import { createCommand, sendCommand } from '../main/testkit/factories/factories.ts'
import { BareCommit } from './bare-commit.ts'
import { inTurns, msOf } from './figures.ts'
import { numbersAsked } from './options.ts'
import { keepLatencies } from './results.ts'

/** Words of a message, as long as people's are. */
const words = 'word '.repeat(100)
/** Agents of a machine: none is written to more often than the guard against loops lets pass in a minute. */
const AGENTS = 30
const WARM_UP = 20

const asked = numbersAsked({ messages: 400 })
if (natsServer === null) {
  console.log('P15 needs nats-server: install it, or name it by JANUS_NATS_SERVER.')
  process.exit(1)
}
const fleet = await RealFleet.found({})
const place = await Place.make()
const [attic, cellar] = [await openMachine('attic'), await openMachine('cellar')]
await attic.knows('cellar')
const bare = await openBare()

const base = 'bare: publish, pull, commit'
const sides = [
  { name: base, measure: (n: number) => msOf(() => bare.send(n)) },
  { name: 'Janus: sent here, accepted there', measure: (n: number) => msOf(() => send(n)) },
]
const rows = await inTurns(sides, asked.messages, WARM_UP)
for (const machine of [attic, cellar]) await machine.close()
await bare.close()
await fleet.dispose()
await place.clear()

const about =
  'Milliseconds, one message of 500 characters at a time, in turns, all on this machine: two machines with their real engines, stores and posts over nats-server (TLS, one account each), from the command that sends until the other machine has committed it to a mailbox; each of the two commits is on the disk (the files of the server are in memory: it does not sync them anyway). Beside it 500 characters that a bare client publishes, a bare client pulls, and one bare commit of SQLite saves. Goal: at most 5 × bare, p95 at most 50 ms.'
const head = ['what', 'messages', 'bare'] as const
await keepLatencies('fleet', { title: 'P15: between machines', about }, head, rows, base)

interface Machine {
  readonly agents: readonly AgentId[]
  readonly engine: Engine
  /** Resolves when it has committed a message with this body. */
  comes(body: string): Promise<void>
  knows(other: MachineName): Promise<void>
  close(): Promise<void>
}

/** A machine with agents whom all may write to, and who read nothing. */
async function openMachine(name: MachineName): Promise<Machine> {
  const folder = join(place.root, `store-${name}`)
  mkdirSync(folder)
  const store = openStore(folder)
  const transport: FleetTransport = await openNatsTransport({ file: fleet.fileOf(name), clock: systemClock })
  const waiting = new Map<string, () => void>()
  let changed: () => void = () => {}
  const engine = new Engine({
    clock: systemClock,
    store,
    transport,
    backend: { perform: () => {}, connect: () => {} } as never,
    archive: { perform: () => {}, connect: () => {} } as never,
    answerFiles: { perform: () => {} },
    identities: { revoke: () => {} },
    randomSeed: () => randomBytes(16).toString('hex'),
    published: (_before, _after, changedRows) => {
      for (const row of changedRows) if (row.table === 'message') waiting.get(row.row.body)?.()
      changed()
    },
    log: () => {},
    crashed: (error) => {
      throw error
    },
  })
  engine.start(null)
  transport.connect({
    arrived: async (envelope) => void (await engine.command(() => readArrival(store, envelope, () => {}))),
    present: (machine, presence) => void engine.command({ type: 'machine.present', machine, presence }),
    brokerChanged: () => {},
  })
  await engine.command({ type: 'machines.known', self: name, others: transport.others })
  for (let n = 0; n < AGENTS; n += 1) {
    await engine.command(createCommand(`agent${String(n)}`))
  }
  const agents = [...engine.state.agents.keys()]
  for (const agent of agents) await engine.command({ type: 'agent.changed', agent, shared: 'open' })
  const presence: Presence = {
    ...peersOf(engine.state),
    version: '0.1.0',
    incarnation: randomBytes(8).toString('hex'),
    roster: [],
  }
  transport.announce(presence)
  return {
    agents,
    engine,
    comes: (body) =>
      new Promise((resolve) => {
        waiting.set(body, () => {
          waiting.delete(body)
          resolve()
        })
      }),
    knows: (other) =>
      new Promise((resolve) => {
        changed = () => {
          if ((engine.state.machines.get(other)?.machine.agents.length ?? 0) > 0) resolve()
        }
        changed()
      }),
    close: async () => {
      await transport.close()
      engine.stop()
      store.close()
    },
  }
}

/** Resolves when the other machine has it in a mailbox, on its disk. */
async function send(n: number): Promise<void> {
  const body = `${String(n)} ${words}`
  const at = n % AGENTS
  const [from, receiver] = [attic.agents[at], cellar.agents[at]]
  if (from === undefined || receiver === undefined) throw new Error('there is no agent')
  const come = cellar.comes(body)
  const to = peerId('cellar', receiver)
  await attic.engine.command(
    sendCommand({ from: { kind: 'agent', id: from }, fromName: 'ann', to, body, priority: 'low' }),
  )
  await come
}

/** The same way with nothing of Janus on it: into a stream of the third machine's account, and out of it. */
async function openBare() {
  const [here, there] = [await fleet.raw('attic'), await fleet.raw('barn')]
  const { jetstream, jetstreamManager, AckPolicy } = fleet.libraries.jetstream
  const manager = await jetstreamManager(there)
  await manager.streams.add({ name: 'BARE', subjects: [incoming('attic')] })
  await manager.consumers.add('BARE', {
    durable_name: 'bare',
    ack_policy: AckPolicy.Explicit,
    max_ack_pending: 1,
  })
  const consumer = await jetstream(there).consumers.get('BARE', 'bare')
  const messages = await consumer.consume({ max_messages: 1 })
  const commit = new BareCommit(place.root)
  let saved: () => void = () => {}
  const taking = (async () => {
    for await (const message of messages) {
      commit.measure()
      saved()
      await message.ackAck()
    }
  })()
  const client = jetstream(here)
  return {
    send: async (n: number): Promise<void> => {
      const done = new Promise<void>((resolve) => (saved = resolve))
      await Promise.all([client.publish(outgoing('barn'), words, { msgID: `bare ${String(n)}` }), done])
    },
    close: async (): Promise<void> => {
      await messages.close()
      await taking
      commit.close()
    },
  }
}
