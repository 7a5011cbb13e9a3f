import { describe, expect, it } from 'vitest'
import type { Envelope } from '../../contract/fleet/machines.ts'
import type { BrokerState } from '../../ports/transport.ts'
import { makeEnvelopes } from '../../testkit/factories/machines.ts'
import { Outbox, type Carriage } from './outbox.ts'
import { Telling } from './telling.ts'

/** An outbox whose broker answers when the test says so. */
function setUp() {
  const begun: { readonly n: number; readonly id: string; readonly end: (became: Carriage) => void }[] = []
  let ids = 0
  const outbox = new Outbox(
    ({ n }, id) => new Promise((end) => begun.push({ n, id, end })),
    ({ n }) => `${n}-${++ids}`,
  )
  const send = (first: number, last: number): void =>
    outbox.put(makeEnvelopes('attic', 'cellar', first, last))
  /** Completes the current envelope; returns the number of the next one, or null. */
  const end = async (became: Carriage): Promise<number | null> => {
    const count = begun.length
    begun.at(-1)?.end(became)
    for (let i = 0; i < 10; i++) await Promise.resolve()
    return begun.length > count ? (begun.at(-1)?.n ?? null) : null
  }
  return { outbox, send, end, begun }
}

describe('what waits for a machine', () => {
  it('is carried one after the other', async () => {
    const { send, end } = setUp()
    send(1, 3)
    expect([await end('carried'), await end('carried'), await end('carried')]).toEqual([2, 3, null])
  })

  it('gives way to what is sent again, under another id', async () => {
    const { send, end, begun } = setUp()
    send(1, 4)
    expect(await end('carried')).toBe(2)
    send(2, 3)
    expect([await end('carried'), await end('carried'), await end('carried')]).toEqual([2, 3, null])
    expect(begun.map(({ id }) => id)).toEqual(['1-1', '2-2', '2-5', '3-6'])
  })

  it.each(['full', 'lost'] as const)(
    'is given up behind one that was %s, but for what was sent since',
    async (became) => {
      const { send, end } = setUp()
      send(1, 5)
      expect(await end(became)).toBeNull()
      send(1, 5)
      send(6, 7)
      expect(await end(became)).toBe(6)
    },
  )

  it('goes on with what is sent later, when one cannot be carried at all', async () => {
    const carried: number[] = []
    const carry = ({ n }: Envelope): Promise<Carriage> => {
      if (n === 1) return Promise.reject(new Error('no JSON'))
      carried.push(n)
      return Promise.resolve('carried')
    }
    const outbox = new Outbox(carry, ({ n }) => String(n))
    outbox.put(makeEnvelopes('attic', 'cellar', 1, 3))
    for (let i = 0; i < 20; i++) await Promise.resolve()
    outbox.put(makeEnvelopes('attic', 'cellar', 4, 5))
    for (let i = 0; i < 20; i++) await Promise.resolve()
    expect(carried).toEqual([4, 5])
  })

  it('waits while there is no connection, and is tried again under the same id', async () => {
    const { outbox, send, end, begun } = setUp()
    send(1, 2)
    expect(await end('cut')).toBeNull()
    outbox.run()
    expect(begun.map(({ id }) => id)).toEqual(['1-1', '1-1'])
    expect(await end('carried')).toBe(2)
  })
})

describe('how it stands', () => {
  const setUpTelling = () => {
    const told: BrokerState[] = []
    return { told, telling: new Telling((state) => told.push(state)) }
  }

  it('is told once per change', () => {
    const { told, telling } = setUpTelling()
    telling.connecting('no answer yet', 1)
    telling.connecting('refused', 2)
    telling.refused('no such key', 3)
    telling.refused('no such key', 4)
    telling.connecting('gone', 5)
    telling.connected()
    telling.connected()
    telling.connecting('gone', 6)
    expect(told).toEqual([
      { kind: 'connecting', since: 1, why: 'no answer yet' },
      { kind: 'refused', why: 'no such key' },
      { kind: 'connecting', since: 1, why: 'gone' },
      { kind: 'connected' },
      { kind: 'connecting', since: 6, why: 'gone' },
    ])
  })

  it('of a box and of what was dropped is told again only after it was well again', () => {
    const { told, telling } = setUpTelling()
    for (const round of [1, 2]) {
      for (let time = 0; time < 3; time++) telling.full('cellar')
      for (let time = 0; time < 3; time++) telling.dropped('barn', 'no signature')
      telling.taken('attic')
      if (round === 1) telling.taken('cellar')
      if (round === 1) telling.heard('barn')
    }
    const full = { kind: 'full', machine: 'cellar' }
    const dropped = { kind: 'dropped', machine: 'barn', why: 'no signature' }
    expect(told).toEqual([full, dropped, { kind: 'connected' }, full, dropped])
  })
})
