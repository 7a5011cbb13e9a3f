import { once } from 'node:events'
import { connect as connectPlain } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEnvelope, makePresence } from '../../testkit/factories/machines.ts'
import { TransportListener } from './testing/transport-listener.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { makeCertificate } from './certificate.ts'
import { writeFleet } from './fleet-file.ts'
import { openNatsTransport } from './nats-transport.ts'
import { RealFleet } from './testing/real-fleet.ts'
import { natsServer } from './testing/nats-server.ts'
import { splitMessage, readWirePart, seal } from './wire.ts'

/** Permissions of accounts on the server. Tests share it, since none changes it. */
describe.skipIf(natsServer === null)('who may do what on the server', () => {
  let fleet: RealFleet
  let cellar: TransportListener
  let n = 0
  beforeAll(async () => {
    fleet = await RealFleet.found({})
    cellar = new TransportListener()
    await fleet.open('cellar', cellar)
    await fleet.open('attic', new TransportListener())
  })
  afterAll(() => fleet.dispose())

  /** Resolves when everything put into cellar's boxes before has arrived. */
  const untilNext = async (): Promise<void> => {
    for (const by of ['barn', 'attic'] as const) {
      const envelope = makeEnvelope(by, 'cellar', ++n)
      await fleet.forge({ by, to: 'cellar', signedBy: by, envelope })
      await cellar.until(() => cellar.saved.some((one) => one.from === by && one.n === envelope.n))
    }
  }
  const attic = (): ReturnType<RealFleet['sealed']> =>
    fleet.sealed(makeEnvelope('attic', 'cellar', 900), 'attic')

  it('is refused without a key, and with one that is not known', async () => {
    const { certificate } = fleet.read('attic').fleet
    await expect(fleet.connect(null, certificate)).rejects.toThrow(/authorization violation/i)
    await expect(fleet.connect(fleet.keys.make().seed, certificate)).rejects.toThrow(
      /authorization violation/i,
    )
  })

  it('holds so many connections and no more, and takes no room of another machine with them', async () => {
    const { seed } = fleet.read('barn').fleet
    const { certificate } = fleet.read('attic').fleet
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => fleet.connect(seed, certificate)),
    )
    const open = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(open.length).toBeLessThanOrEqual(16)
    await expect(fleet.connect(seed, certificate)).rejects.toThrow(/connections exceeded|disconnect/i)
    await fleet.raw('cellar')
    await Promise.all(open.map((one) => one.close()))
  })

  it('finds the server where it was to listen, and nowhere else', async () => {
    const [, port = ''] = (fleet.read('attic').fleet.servers[0] ?? '').split(':')
    const all = Object.values(networkInterfaces()).flatMap((some = []) => some)
    for (const { address } of all.filter(({ family, internal }) => family === 'IPv4' && !internal)) {
      const socket = connectPlain(Number(port), address)
      await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    }
  })

  it('finds out a server with another certificate', async () => {
    const { certificate } = await makeCertificate('127.0.0.1', Date.now())
    await expect(fleet.connect(fleet.read('attic').fleet.seed, certificate)).rejects.toThrow()
  })

  it.each(['in.attic', 'out.cellar.attic', '$JS.API.STREAM.MSG.GET.IN_attic'])(
    'puts nothing into another’s box by %s',
    async (subject) => {
      const barn = await fleet.raw('barn')
      for (const data of attic()) barn.publish(subject, data)
      await barn.flush()
      await untilNext()
      expect(cellar.arrivals.some((one) => one.n === 900)).toBe(false)
    },
  )

  it.each(['in.attic', 'out.attic', 'in.barn', 'out.cellar'])(
    'has no answer of the server brought as another’s words, by a reply to %s',
    async (reply) => {
      const barn = await fleet.raw('barn')
      const before = cellar.arrivals.length
      const [data = new Uint8Array()] = fleet.sealed(makeEnvelope('barn', 'cellar', ++n), 'barn')
      barn.publish('out.cellar', data, { reply })
      await barn.flush()
      await untilNext()
      // Its own presence, and the two sent after it.
      expect(
        cellar.arrivals
          .slice(before)
          .map(({ from }) => from)
          .sort(),
      ).toEqual(['attic', 'barn', 'barn'])
    },
  )

  it('hears nothing of what others are told, and sees no box but its own', async () => {
    const barn = await fleet.raw('barn')
    const heard: string[] = []
    barn.subscribe('>', { callback: (_error, { subject }) => void heard.push(subject) })
    await barn.flush()
    await fleet.forge({
      by: 'attic',
      to: 'cellar',
      signedBy: 'attic',
      envelope: makeEnvelope('attic', 'cellar', ++n),
    })
    await untilNext()
    await barn.flush()
    expect(
      heard.filter((subject) => /^(in|out)\.(attic|cellar)$/.test(subject) && subject !== 'out.cellar'),
    ).toEqual([])
    const manager = await fleet.libraries.jetstream.jetstreamManager(barn)
    const names: string[] = []
    for await (const name of manager.streams.names()) names.push(name)
    expect(names.filter((name) => name !== 'IN_attic' && name !== 'IN_cellar')).toEqual([])
  })

  it('cannot say that another machine is there', async () => {
    const barn = await fleet.raw('barn')
    const { signer } = fleet.read('attic')
    const [own = new Uint8Array()] = splitMessage(
      seal('presence', makePresence({ version: 'stolen' }), signer),
    )
    barn.publish('here.attic', own)
    barn.publish('here.barn', splitMessage(seal('presence', makePresence(), fleet.read('barn').signer))[0])
    await cellar.until(() => cellar.presences.some(({ machine }) => machine === 'barn'))
    expect(cellar.presences.some(({ presence }) => presence.version === 'stolen')).toBe(false)
    // Nor by its own subject.
    barn.publish('here.barn', own)
    await cellar.until(() =>
      cellar.states.some((state) => state.kind === 'dropped' && state.machine === 'barn'),
    )
    expect(cellar.presences.some(({ presence }) => presence.version === 'stolen')).toBe(false)
  })

  it('asks no other machine’s Januses whether they are there, only those of its own', async () => {
    const attic = await fleet.raw('attic')
    const question = new Uint8Array(16)
    await expect(attic.request('twin.cellar', question)).rejects.toThrow(/no responders/i)
    const { data } = await attic.request('twin.attic', question)
    expect(readWirePart(data)?.subject).toBe('twin')
  })

  it('tells a user that the server does not know the machine, or is another one', async () => {
    const known = fleet.read('barn').fleet
    const { certificate } = await makeCertificate('127.0.0.1', Date.now())
    for (const [change, words] of [
      [{ seed: fleet.keys.make().seed }, /does not know the key of this machine/],
      [{ certificate }, /does not prove to be the server of this fleet/],
    ] as const) {
      writeFleet(fleet.fileOf('barn'), { ...known, ...change })
      const listener = new TransportListener()
      const transport = await openNatsTransport({ file: fleet.fileOf('barn'), clock: systemClock })
      transport.connect(listener)
      await listener.until(() => listener.states.some(({ kind }) => kind === 'refused'))
      expect(listener.states.at(-1)).toMatchObject({ why: expect.stringMatching(words) as string })
      await transport.close()
    }
    writeFleet(fleet.fileOf('barn'), known)
  })
})
