import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HouseName, PeerAgent } from '../../../contract/fleet/houses.ts'
import type { CarrierState, Post } from '../../../ports/post.ts'
import { makeEnvelope, makeEnvelopes, makePresence } from '../../factories/houses.ts'
import { refusesForgeries, type Forgery } from './post-forgeries.ts'
import { PostListener } from './post-listener.ts'
import { runsOnce } from './post-twins.ts'

/** A fleet to be tried: attic, which has founded it, cellar and barn. */
export interface FleetPlan {
  /** Most bytes that wait in a box. */
  readonly boxBytes?: number
  /** The cellar does not know the barn yet. */
  readonly isBarnNew?: boolean
  /** The attic has another key of the barn than the barn's own, which the cellar knows. */
  readonly isBarnMistaken?: boolean
}

/** Opens fleets for the suite. */
export interface FleetInHand {
  /** A new life of a house; resolves when it has reached the carrier, and takes part or stands aside. */
  open(house: HouseName, listener: PostListener): Promise<Post>
  /** What another promise resolves to; meanwhile time goes by. */
  until<T>(promise: Promise<T>): Promise<T>
  forge(forgery: Forgery): Promise<void>
  dispose(): Promise<void>
}

/** What every post must do, run by the one in memory and by the one over a real server. */
export function describePost(name: string, open: (plan: FleetPlan) => Promise<FleetInHand>): void {
  describe(name, () => {
    let fleet: FleetInHand
    afterEach(() => fleet.dispose())
    const enter = async (house: HouseName) => {
      const listener = new PostListener()
      return { post: await fleet.open(house, listener), listener }
    }

    describe('between houses that know each other', () => {
      beforeEach(async () => void (fleet = await open({})))
      carries(() => fleet, enter)
      tellsPresence(() => fleet, enter)
      refusesForgeries(() => fleet, enter)
      runsOnce(() => fleet, enter)
    })

    it('tells once that a box is full, and carries again when there is room', async () => {
      fleet = await open({ boxBytes: 1024 * 1024 })
      const attic = await enter('attic')
      const cellar = await enter('cellar')
      let letGo = (): void => {}
      const held = new Promise<void>((resolve) => (letGo = resolve))
      cellar.listener.save = () => held
      const words = 'w'.repeat(100_000)
      const many = Array.from({ length: 20 }, (_, index) =>
        makeEnvelope('attic', 'cellar', index + 1, { body: { words } }),
      )
      const fulls = (): CarrierState[] => attic.listener.states.filter(({ kind }) => kind === 'full')
      attic.post.send('cellar', many)
      await fleet.until(attic.listener.until(() => fulls().length > 0))
      expect(fulls()).toEqual([{ kind: 'full', house: 'cellar' }])
      letGo()
      await fleet.until(cellar.listener.untilSaved(10))
      // What is small goes in beside them, and comes after there was room again.
      attic.post.send('cellar', [makeEnvelope('attic', 'cellar', 11)])
      await fleet.until(cellar.listener.untilSaved(11))
      attic.post.send('cellar', many.slice(11))
      await fleet.until(cellar.listener.untilSaved(20))
      expect(cellar.listener.places).toEqual(many.map(({ n }) => n))
      expect(attic.listener.states.slice(-2)).toEqual([
        { kind: 'full', house: 'cellar' },
        { kind: 'connected' },
      ])
    })

    it('knows a new house from the founder, by its key, and hears it from then on', async () => {
      fleet = await open({ isBarnNew: true })
      const [attic, cellar, barn] = [await enter('attic'), await enter('cellar'), await enter('barn')]
      expect(cellar.post.others).toEqual(['attic'])
      const [here] = [makePresence()]
      barn.post.announce({ ...here, roster: [{ name: 'shed', key: `U${'A'.repeat(55)}` }] })
      attic.post.announce(here)
      await fleet.until(cellar.listener.until(() => cellar.post.others.includes('barn')))
      await fleet.until(
        cellar.listener.until(() => cellar.listener.presences.some(({ house }) => house === 'barn')),
      )
      // Only the founder says who belongs to the fleet.
      expect(cellar.post.others).toEqual(['attic', 'barn'])
      expect(cellar.listener.presences.find(({ house }) => house === 'barn')?.presence.roster).toEqual([])
      const told = cellar.listener.presences.find(({ house }) => house === 'attic')?.presence.roster ?? []
      expect(told.map((house) => house.name)).toEqual(['attic', 'cellar', 'barn'])
      barn.post.send('cellar', [makeEnvelope('barn', 'cellar', 1)])
      await fleet.until(cellar.listener.untilSaved(1))
      // Also in its next life.
      await cellar.post.close()
      expect((await enter('cellar')).post.others).toEqual(['attic', 'barn'])
    })

    it('goes on to know a house by the key that it knew first', async () => {
      fleet = await open({ isBarnMistaken: true })
      const [attic, cellar, barn] = [await enter('attic'), await enter('cellar'), await enter('barn')]
      attic.post.announce(makePresence())
      const drops = (): CarrierState[] => cellar.listener.states.filter(({ kind }) => kind === 'dropped')
      await fleet.until(cellar.listener.until(() => drops().length > 0))
      expect(drops()).toMatchObject([{ kind: 'dropped', house: 'attic' }])
      barn.post.send('cellar', [makeEnvelope('barn', 'cellar', 1)])
      await fleet.until(cellar.listener.untilSaved(1))
    })
  })
}

/** A new life of a house, and what is told to it. */
export type Enter = (house: HouseName) => Promise<{ readonly post: Post; readonly listener: PostListener }>

function carries(fleet: () => FleetInHand, enter: Enter): void {
  it('knows its own name and the others, and tells once that it is connected', async () => {
    const { post, listener } = await enter('attic')
    expect([post.house, ...post.others]).toEqual(['attic', 'cellar', 'barn'])
    expect(listener.states.filter(({ kind }) => kind === 'connected')).toHaveLength(1)
  })

  it('carries what several houses say, each in its order, to the letter', async () => {
    const [attic, cellar, barn] = [await enter('attic'), await enter('cellar'), await enter('barn')]
    attic.post.send('cellar', makeEnvelopes('attic', 'cellar', 1, 20))
    attic.post.send('cellar', makeEnvelopes('attic', 'cellar', 21, 30))
    barn.post.send('cellar', makeEnvelopes('barn', 'cellar', 1, 30))
    cellar.post.send('attic', makeEnvelopes('cellar', 'attic', 1, 30))
    await fleet().until(Promise.all([cellar.listener.untilSaved(60), attic.listener.untilSaved(30)]))
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
    attic.post.send('cellar', makeEnvelopes('attic', 'cellar', 1, 4))
    // Once it is brought, the carrier has been told of those before it.
    await fleet().until(cellar.listener.until(() => cellar.listener.arrivals.length === 4))
    await cellar.post.close()
    const next = await enter('cellar')
    await fleet().until(next.listener.untilSaved(1))
    expect(next.listener.places).toEqual([4])
  })

  it('brings again what was not saved, before all that comes after it', async () => {
    const attic = await enter('attic')
    const cellar = await enter('cellar')
    let refusals = 2
    cellar.listener.save = ({ n }) =>
      n === 2 && refusals-- > 0 ? Promise.reject(new Error('no room')) : Promise.resolve()
    attic.post.send('cellar', makeEnvelopes('attic', 'cellar', 1, 5))
    await fleet().until(cellar.listener.untilSaved(5))
    expect(cellar.listener.places).toEqual([1, 2, 2, 2, 3, 4, 5])
  })

  it('brings to the next life what the last one had not saved when it closed, and tells that one nothing more', async () => {
    const attic = await enter('attic')
    const cellar = await enter('cellar')
    cellar.listener.save = () => new Promise(() => {})
    attic.post.send('cellar', makeEnvelopes('attic', 'cellar', 1, 3))
    await fleet().until(cellar.listener.until(() => cellar.listener.arrivals.length === 1))
    await cellar.post.close()
    const told = cellar.listener.states.length
    const next = await enter('cellar')
    await fleet().until(next.listener.untilSaved(3))
    expect(next.listener.places).toEqual([1, 2, 3])
    expect(cellar.listener.places).toEqual([1])
    expect(cellar.listener.states).toHaveLength(told)
  })

  it('keeps for a house that is away what it is told', async () => {
    const cellar = await enter('cellar')
    await cellar.post.close()
    const attic = await enter('attic')
    attic.post.send('cellar', makeEnvelopes('attic', 'cellar', 1, 5))
    const next = await enter('cellar')
    await fleet().until(next.listener.untilSaved(5))
    expect(next.listener.places).toEqual([1, 2, 3, 4, 5])
  })

  it('brings anew what is sent anew', async () => {
    const attic = await enter('attic')
    const cellar = await enter('cellar')
    for (let time = 1; time <= 3; time++) {
      attic.post.send('cellar', makeEnvelopes('attic', 'cellar', 1, 2))
      await fleet().until(cellar.listener.untilSaved(2 * time))
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
    attic.post.send('cellar', [...long, makeEnvelope('attic', 'cellar', 3)])
    await fleet().until(cellar.listener.untilSaved(3))
    expect(cellar.listener.places).toEqual([1, 1, 2, 3])
    expect(cellar.listener.saved[1]?.body).toEqual(long[1]?.body)
  })
}

function tellsPresence(fleet: () => FleetInHand, enter: Enter): void {
  it('says again and again that a house is there, until something newer is to be said', async () => {
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
    cellar.post.announce(makePresence({ agents: [agent] }))
    const heard = ({ presences }: PostListener) =>
      presences.map(({ house, presence }) => `${house} ${presence.agents.length}`)
    await fleet().until(attic.listener.until(() => heard(attic.listener).length >= 2))
    expect(attic.listener.presences[0]).toEqual({
      house: 'cellar',
      presence: makePresence({ agents: [agent] }),
    })
    cellar.post.announce(makePresence())
    await fleet().until(attic.listener.until(() => heard(attic.listener).includes('cellar 0')))
    expect(heard(attic.listener).slice(0, 2)).toEqual(['cellar 1', 'cellar 1'])
    expect(heard(barn.listener)).toContain('cellar 1')
    expect(heard(cellar.listener)).toEqual([])
  })
}
