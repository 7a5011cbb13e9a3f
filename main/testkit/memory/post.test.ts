import { describe, expect, it } from 'vitest'
import type { HouseKey, HouseName } from '../../contract/fleet/houses.ts'
import { carriedBy, MemoryCarrier, nasty, type HouseCard } from './carrier.ts'
import { MemoryPost } from './post.ts'
import { PostListener } from '../suites/post/post-listener.ts'
import { makeEnvelope } from '../factories/houses.ts'
import { describePost, type FleetInHand, type FleetPlan } from '../suites/post/post-suite.ts'
import { Random } from '../random.ts'
import { VirtualClock } from '../virtual-clock.ts'

const houses: readonly HouseName[] = ['attic', 'cellar', 'barn']
const keyOf = (name: HouseName): string => `U${name.toUpperCase().padEnd(55, '7')}`

/** Each knows the other two. */
function cardOf(name: HouseName): HouseCard {
  const others = houses.filter((other) => other !== name)
  return {
    name,
    key: keyOf(name),
    founder: 'attic',
    houses: others.map((other): HouseKey => ({ name: other, key: keyOf(other) })),
  }
}

/** Lets go on what waits for nothing but the processor. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

async function pass<T>(clock: VirtualClock, promise: Promise<T>): Promise<T> {
  let isDone = false
  const done = (): void => void (isDone = true)
  promise.then(done, done)
  for (let steps = 0; ; steps++) {
    await settle()
    if (isDone) return promise
    if (steps > 20_000 || !clock.step()) throw new Error('Time goes by, and nothing comes.')
  }
}

function openFleet({ boxBytes, isBarnNew, isBarnMistaken }: FleetPlan): FleetInHand {
  const clock = new VirtualClock()
  const carrier = new MemoryCarrier(clock, new Random(1), boxBytes)
  const cards = new Map(houses.map((name) => [name, cardOf(name)]))
  const change = (name: HouseName, to: (houses: readonly HouseKey[]) => readonly HouseKey[]): void => {
    const card = cards.get(name)
    if (card) card.houses = to(card.houses)
  }
  if (isBarnNew === true) change('cellar', (all) => all.filter(({ name }) => name !== 'barn'))
  if (isBarnMistaken === true)
    change('attic', (all) => all.map((one) => (one.name === 'barn' ? { ...one, key: keyOf('other') } : one)))
  const open = new Set<MemoryPost>()
  let ids = 0
  return {
    open: (house, listener) => {
      const post = new MemoryPost(cards.get(house) ?? cardOf(house), carrier)
      open.add(post)
      post.connect(listener)
      return Promise.resolve(post)
    },
    until: (promise) => pass(clock, promise),
    forge: ({ by, to, envelope, signedBy, id = `forged ${++ids}` }) => {
      carrier.put(by, to, carriedBy(keyOf(signedBy), envelope), id)
      return Promise.resolve()
    },
    dispose: async () => void (await Promise.all([...open].map((post) => post.close()))),
  }
}

describePost('post in memory', (plan) => Promise.resolve(openFleet(plan)))

describe('a nasty carrier', () => {
  const setUp = (seed: number) => {
    const clock = new VirtualClock()
    const carrier = new MemoryCarrier(clock, new Random(seed))
    const enter = (house: HouseName) => {
      const listener = new PostListener()
      const post = new MemoryPost(cardOf(house), carrier)
      post.connect(listener)
      return { post, listener }
    }
    return { clock, carrier, attic: enter('attic'), cellar: enter('cellar'), enter }
  }
  const hour = async (clock: VirtualClock): Promise<void> => {
    const end = clock.now() + 3_600_000
    while (clock.next !== null && clock.next <= end) {
      clock.step()
      await settle()
    }
  }
  const hundred = Array.from({ length: 100 }, (_, index) => makeEnvelope('attic', 'cellar', index + 1))

  it('loses, doubles, reorders and brings again what was saved, the same for the same seed', async () => {
    const told = async (seed: number): Promise<number[]> => {
      const { clock, carrier, attic, cellar } = setUp(seed)
      carrier.nastiness = nasty
      attic.post.send('cellar', hundred)
      await hour(clock)
      return cellar.listener.places
    }
    const places = await told(7)
    expect(await told(7)).toEqual(places)
    expect(await told(8)).not.toEqual(places)
    expect(new Set(places).size).toBeLessThan(100)
    expect(new Set(places).size).toBeLessThan(places.length)
    expect(places).not.toEqual(places.toSorted((one, other) => one - other))
  })

  it('can be cut one way', async () => {
    const { clock, carrier, attic, cellar } = setUp(1)
    carrier.cut('attic', 'cellar')
    attic.post.send('cellar', hundred)
    cellar.post.send('attic', [makeEnvelope('cellar', 'attic', 1)])
    await hour(clock)
    expect([cellar.listener.places, attic.listener.places]).toEqual([[], [1]])
    carrier.mend('attic', 'cellar')
    attic.post.send('cellar', hundred)
    await hour(clock)
    expect(cellar.listener.saved).toEqual(hundred)
  })

  it('can be set back: what was taken since comes again, what was sent since is lost', async () => {
    const { clock, carrier, attic, cellar } = setUp(1)
    carrier.cut('attic', 'cellar')
    carrier.mend('attic', 'cellar')
    const held = cellar.listener.save
    cellar.listener.save = () => Promise.reject(new Error('no room'))
    attic.post.send('cellar', hundred.slice(0, 3))
    clock.advance(100)
    await settle()
    const mark = carrier.mark()
    cellar.listener.save = held
    await hour(clock)
    attic.post.send('cellar', hundred.slice(3, 4))
    carrier.rollBack(mark)
    carrier.cut('attic', 'cellar')
    carrier.mend('attic', 'cellar')
    await hour(clock)
    expect(cellar.listener.saved.map(({ n }) => n).sort()).toEqual([1, 1, 2, 2, 3, 3, 4])
  })

  it('tells when it is gone and when it is back, and keeps what lies in its boxes', async () => {
    const { clock, carrier, attic, cellar, enter } = setUp(1)
    await cellar.post.close()
    attic.post.send('cellar', hundred)
    await hour(clock)
    carrier.stop()
    const next = enter('cellar')
    await hour(clock)
    expect(next.listener.saved).toEqual([])
    carrier.start()
    await hour(clock)
    expect(next.listener.saved).toEqual(hundred)
    expect(next.listener.states.map(({ kind }) => kind)).toEqual(['connecting', 'connected'])
    expect(attic.listener.states.map(({ kind }) => kind)).toEqual(['connected', 'connecting', 'connected'])
  })
})
