import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MachineName, PeerAgent } from '../../contract/fleet/machines.ts'
import type { BrokerState, FleetTransport } from '../../ports/transport.ts'
import { makeEnvelope, makeEnvelopes, makePresence } from '../../testkit/factories/machines.ts'
import { TransportListener } from './testing/transport-listener.ts'
import { RealFleet, type Forgery } from './testing/real-fleet.ts'
import { natsServer } from './testing/nats-server.ts'

describe.skipIf(natsServer === null)('transport over NATS', () => {
  let fleet: RealFleet
  afterEach(() => fleet.dispose())
  const enter = async (machine: MachineName) => {
    const listener = new TransportListener()
    return { transport: await fleet.open(machine, listener), listener }
  }

  describe('between machines that know each other', () => {
    beforeEach(async () => void (fleet = await RealFleet.found({})))
    carries(enter)
    tellsPresence(enter)
    refusesForgeries(() => fleet, enter)
    runsOnce(enter)
  })

  it('tells once that a box is full, and carries again when there is room', async () => {
    fleet = await RealFleet.found({ boxBytes: 1024 * 1024 })
    const attic = await enter('attic')
    const cellar = await enter('cellar')
    let letGo = (): void => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    cellar.listener.save = () => held
    const words = 'w'.repeat(100_000)
    const many = Array.from({ length: 20 }, (_, index) =>
      makeEnvelope('attic', 'cellar', index + 1, { body: { words } }),
    )
    const fulls = (): BrokerState[] => attic.listener.states.filter(({ kind }) => kind === 'full')
    attic.transport.send('cellar', many)
    await attic.listener.until(() => fulls().length > 0)
    expect(fulls()).toEqual([{ kind: 'full', machine: 'cellar' }])
    letGo()
    await cellar.listener.untilSaved(10)
    // A small envelope still fits beside them, and arrives once there is room again.
    attic.transport.send('cellar', [makeEnvelope('attic', 'cellar', 11)])
    await cellar.listener.untilSaved(11)
    attic.transport.send('cellar', many.slice(11))
    await cellar.listener.untilSaved(20)
    expect(cellar.listener.places).toEqual(many.map(({ n }) => n))
    expect(attic.listener.states.slice(-2)).toEqual([
      { kind: 'full', machine: 'cellar' },
      { kind: 'connected' },
    ])
  })

  it('knows a new machine from the founder, by its key, and hears it from then on', async () => {
    fleet = await RealFleet.found({ isBarnNew: true })
    const [attic, cellar, barn] = [await enter('attic'), await enter('cellar'), await enter('barn')]
    expect(cellar.transport.others).toEqual(['attic'])
    const [here] = [makePresence()]
    barn.transport.announce({ ...here, roster: [{ name: 'shed', key: `U${'A'.repeat(55)}` }] })
    attic.transport.announce(here)
    await cellar.listener.until(() => cellar.transport.others.includes('barn'))
    await cellar.listener.until(() => cellar.listener.presences.some(({ machine }) => machine === 'barn'))
    // Only the founder sends a roster.
    expect(cellar.transport.others).toEqual(['attic', 'barn'])
    expect(cellar.listener.presences.find(({ machine }) => machine === 'barn')?.presence.roster).toEqual([])
    const told = cellar.listener.presences.find(({ machine }) => machine === 'attic')?.presence.roster ?? []
    expect(told.map((machine) => machine.name)).toEqual(['attic', 'cellar', 'barn'])
    barn.transport.send('cellar', [makeEnvelope('barn', 'cellar', 1)])
    await cellar.listener.untilSaved(1)
    // After a restart too.
    await cellar.transport.close()
    expect((await enter('cellar')).transport.others).toEqual(['attic', 'barn'])
  })

  it('goes on to know a machine by the key that it knew first', async () => {
    fleet = await RealFleet.found({ isBarnMistaken: true })
    const [attic, cellar, barn] = [await enter('attic'), await enter('cellar'), await enter('barn')]
    attic.transport.announce(makePresence())
    const drops = (): BrokerState[] => cellar.listener.states.filter(({ kind }) => kind === 'dropped')
    await cellar.listener.until(() => drops().length > 0)
    expect(drops()).toMatchObject([{ kind: 'dropped', machine: 'attic' }])
    barn.transport.send('cellar', [makeEnvelope('barn', 'cellar', 1)])
    await cellar.listener.untilSaved(1)
  })
})

type Enter = (
  machine: MachineName,
) => Promise<{ readonly transport: FleetTransport; readonly listener: TransportListener }>

function carries(enter: Enter): void {
  it('knows its own name and the others, and tells once that it is connected', async () => {
    const { transport, listener } = await enter('attic')
    expect([transport.machine, ...transport.others]).toEqual(['attic', 'cellar', 'barn'])
    expect(listener.states.filter(({ kind }) => kind === 'connected')).toHaveLength(1)
  })

  it('carries what several machines say, each in its order, to the letter', async () => {
    const [attic, cellar, barn] = [await enter('attic'), await enter('cellar'), await enter('barn')]
    attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 1, 20))
    attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 21, 30))
    barn.transport.send('cellar', makeEnvelopes('barn', 'cellar', 1, 30))
    cellar.transport.send('attic', makeEnvelopes('cellar', 'attic', 1, 30))
    await Promise.all([cellar.listener.untilSaved(60), attic.listener.untilSaved(30)])
    for (const from of ['attic', 'barn'])
      expect(cellar.listener.saved.filter((one) => one.from === from)).toEqual(
        makeEnvelopes(from, 'cellar', 1, 30),
      )
    expect(attic.listener.saved).toEqual(makeEnvelopes('cellar', 'attic', 1, 30))
    expect(barn.listener.arrivals).toEqual([])
  })

  it('brings nothing again that was saved, not to the next life either', async () => {
    const attic = await enter('attic')
    const cellar = await enter('cellar')
    cellar.listener.save = ({ n }) => (n < 4 ? Promise.resolve() : new Promise(() => {}))
    attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 1, 4))
    // By then the broker has got the acknowledgments of the earlier ones.
    await cellar.listener.until(() => cellar.listener.arrivals.length === 4)
    await cellar.transport.close()
    const next = await enter('cellar')
    await next.listener.untilSaved(1)
    expect(next.listener.places).toEqual([4])
  })

  it('brings again what was not saved, before all that comes after it', async () => {
    const attic = await enter('attic')
    const cellar = await enter('cellar')
    let refusals = 2
    cellar.listener.save = ({ n }) =>
      n === 2 && refusals-- > 0 ? Promise.reject(new Error('no room')) : Promise.resolve()
    attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 1, 5))
    await cellar.listener.untilSaved(5)
    expect(cellar.listener.places).toEqual([1, 2, 2, 2, 3, 4, 5])
  })

  it('brings to the next life what the last one had not saved when it closed, and tells that one nothing more', async () => {
    const attic = await enter('attic')
    const cellar = await enter('cellar')
    cellar.listener.save = () => new Promise(() => {})
    attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 1, 3))
    await cellar.listener.until(() => cellar.listener.arrivals.length === 1)
    await cellar.transport.close()
    const told = cellar.listener.states.length
    const next = await enter('cellar')
    await next.listener.untilSaved(3)
    expect(next.listener.places).toEqual([1, 2, 3])
    expect(cellar.listener.places).toEqual([1])
    expect(cellar.listener.states).toHaveLength(told)
  })

  it('keeps for a machine that is away what it is told', async () => {
    const cellar = await enter('cellar')
    await cellar.transport.close()
    const attic = await enter('attic')
    attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 1, 5))
    const next = await enter('cellar')
    await next.listener.untilSaved(5)
    expect(next.listener.places).toEqual([1, 2, 3, 4, 5])
  })

  it('brings again what is sent again', async () => {
    const attic = await enter('attic')
    const cellar = await enter('cellar')
    for (let time = 1; time <= 3; time++) {
      attic.transport.send('cellar', makeEnvelopes('attic', 'cellar', 1, 2))
      await cellar.listener.untilSaved(2 * time)
    }
    expect(cellar.listener.places).toEqual([1, 2, 1, 2, 1, 2])
  })

  it('carries words of 1 MiB, in the longest writing that they can have', async () => {
    const attic = await enter('attic')
    const cellar = await enter('cellar')
    const long = [1, 2].map((n) =>
      makeEnvelope('attic', 'cellar', n, { body: { words: '\u0001'.repeat(1024 * 1024) } }),
    )
    let refusals = 1
    cellar.listener.save = ({ n }) =>
      n === 1 && refusals-- > 0 ? Promise.reject(new Error('no room')) : Promise.resolve()
    attic.transport.send('cellar', [...long, makeEnvelope('attic', 'cellar', 3)])
    await cellar.listener.untilSaved(3)
    expect(cellar.listener.places).toEqual([1, 1, 2, 3])
    expect(cellar.listener.saved[1]?.body).toEqual(long[1]?.body)
  })
}

function tellsPresence(enter: Enter): void {
  it('says again and again that a machine is there, until something newer is to be said', async () => {
    const [attic, cellar, barn] = [await enter('attic'), await enter('cellar'), await enter('barn')]
    const agent: PeerAgent = {
      id: 'agt-0123456789' as const,
      name: 'Bea' as const,
      kind: 'other' as const,
      role: 'reads' as const,
      status: 'idle' as const,
      needs: null,
      look: { hue: 1, shape: 2 },
      shared: 'ask' as const,
    }
    cellar.transport.announce(makePresence({ agents: [agent] }))
    const heard = ({ presences }: TransportListener) =>
      presences.map(({ machine, presence }) => `${machine} ${presence.agents.length}`)
    await attic.listener.until(() => heard(attic.listener).length >= 2)
    expect(attic.listener.presences[0]).toEqual({
      machine: 'cellar',
      presence: makePresence({ agents: [agent] }),
    })
    cellar.transport.announce(makePresence())
    await attic.listener.until(() => heard(attic.listener).includes('cellar 0'))
    expect(heard(attic.listener).slice(0, 2)).toEqual(['cellar 1', 'cellar 1'])
    expect(heard(barn.listener)).toContain('cellar 1')
    expect(heard(cellar.listener)).toEqual([])
  })
}

function refusesForgeries(fleet: () => RealFleet, enter: Enter): void {
  const forgeries: Record<string, Forgery> = {
    'bears a stranger’s signature': {
      by: 'barn',
      to: 'cellar',
      signedBy: 'stranger',
      envelope: makeEnvelope('barn', 'cellar', 1),
    },
    'says that it is from another machine': {
      by: 'barn',
      to: 'cellar',
      signedBy: 'barn',
      envelope: makeEnvelope('attic', 'cellar', 1),
    },
    'is another machine’s own, brought by this one': {
      by: 'barn',
      to: 'cellar',
      signedBy: 'attic',
      envelope: makeEnvelope('attic', 'cellar', 1),
    },
    'was meant for another machine': {
      by: 'barn',
      to: 'cellar',
      signedBy: 'barn',
      envelope: makeEnvelope('barn', 'attic', 1),
    },
    'has no place': {
      by: 'barn',
      to: 'cellar',
      signedBy: 'barn',
      envelope: makeEnvelope('barn', 'cellar', 0),
    },
  }

  it.each(Object.entries(forgeries))(
    'drops what %s, tells of it once, and goes on',
    async (_what, forgery) => {
      const cellar = await enter('cellar')
      const barn = await enter('barn')
      await fleet().forge(forgery)
      await fleet().forge(forgery)
      barn.transport.send('cellar', [makeEnvelope('barn', 'cellar', 1)])
      await cellar.listener.untilSaved(1)
      expect(cellar.listener.arrivals).toEqual([makeEnvelope('barn', 'cellar', 1)])
      const drops = cellar.listener.states.filter(({ kind }) => kind === 'dropped')
      expect(drops).toMatchObject([{ kind: 'dropped', machine: 'barn' }])
    },
  )

  it('lets no machine keep another’s words away by taking their id before', async () => {
    const cellar = await enter('cellar')
    const id = 'attic:00112233aabbccdd:1:1'
    for (const by of ['barn', 'attic'])
      await fleet().forge({ by, to: 'cellar', signedBy: by, id, envelope: makeEnvelope(by, 'cellar', 1) })
    await cellar.listener.untilSaved(2)
    expect(cellar.listener.saved.map(({ from }) => from).sort()).toEqual(['attic', 'barn'])
  })
}

const stands = ({ states }: TransportListener): string | undefined => states.at(-1)?.kind

function runsOnce(enter: Enter): void {
  const heard = ({ presences }: TransportListener, from: MachineName) =>
    presences.flatMap(({ machine, presence }) => (machine === from ? [presence] : []))

  it('keeps a second Janus of the same key out, tells both, and takes nothing from the first', async () => {
    const [attic, barn] = [await enter('attic'), await enter('barn')]
    barn.transport.announce(makePresence())
    const second = await enter('barn')
    expect(stands(second.listener)).toBe('aside')
    second.transport.announce(makePresence({ version: '9.9.9' }))
    second.transport.send('attic', [makeEnvelope('barn', 'attic', 1, { incarnation: '00000002aabbccdd' })])
    attic.transport.send('barn', makeEnvelopes('attic', 'barn', 1, 5))
    barn.transport.send('attic', makeEnvelopes('barn', 'attic', 1, 5))
    await Promise.all([barn.listener.untilSaved(5), attic.listener.untilSaved(5)])
    await barn.listener.until(() => stands(barn.listener) === 'twice')
    await attic.listener.until(() => heard(attic.listener, 'barn').some(({ twice }) => twice === true))
    expect(attic.listener.saved).toEqual(makeEnvelopes('barn', 'attic', 1, 5))
    expect(new Set(heard(attic.listener, 'barn').map(({ version }) => version))).toEqual(new Set(['0.1.0']))
    expect([second.listener.arrivals, second.listener.presences]).toEqual([[], []])

    await second.transport.close()
    await barn.listener.until(() => stands(barn.listener) === 'connected')
    await attic.listener.until(() => heard(attic.listener, 'barn').at(-1)?.twice === undefined)
  })

  it('lets the second in when it starts again after the first, and not before', async () => {
    const [attic, barn] = [await enter('attic'), await enter('barn')]
    const second = await enter('barn')
    await barn.transport.close()
    attic.transport.send('barn', makeEnvelopes('attic', 'barn', 1, 3))
    const again = await enter('barn')
    await again.listener.untilSaved(3)
    expect(second.listener.arrivals).toEqual([])
    await again.listener.until(() => stands(again.listener) === 'twice')
    await again.transport.close()
    await second.transport.close()
    const third = await enter('barn')
    attic.transport.send('barn', [makeEnvelope('attic', 'barn', 4)])
    await third.listener.untilSaved(1)
    expect(stands(third.listener)).toBe('connected')
  })
}
