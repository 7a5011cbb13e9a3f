import { createPublicKey, verify } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeEnvelope, makePresence } from '../../testkit/factories/machines.ts'
import {
  Joiner,
  longestMessage,
  longestText,
  splitMessage,
  openEnvelope,
  openPresence,
  readWirePart,
  seal,
  type WirePart,
} from './wire.ts'
import { loadKeys, type Keys, type Signer } from './keys.ts'

let keys: Keys
let attic: Signer
let stranger: Signer
beforeAll(async () => {
  keys = await loadKeys()
  const made = [keys.make(), keys.make()].map(({ seed }) => keys.open(seed))
  if (!made[0] || !made[1]) throw new Error('no keys')
  ;[attic, stranger] = [made[0], made[1]]
})

const expected = () => ({ from: 'attic', key: attic.key, keys })
const partsOf = (words: string, longest?: number): WirePart[] =>
  splitMessage(seal('envelope', makeEnvelope('attic', 'cellar', 1, { body: { words } }), attic), longest).map(
    (data) => {
      const part = readWirePart(data)
      if (!part) throw new Error('not read')
      return part
    },
  )

describe('keys', () => {
  it('are those of users of NATS, and sign as NATS does', async () => {
    const { fromSeed, fromPublic } = await import('@nats-io/nkeys')
    const { seed, key } = keys.make()
    const theirs = fromSeed(new TextEncoder().encode(seed))
    const bytes = new TextEncoder().encode('nonce')
    const signature = keys.open(seed)?.sign(bytes) ?? new Uint8Array()
    expect(Buffer.from(signature)).toEqual(Buffer.from(theirs.sign(bytes)))
    expect(fromPublic(key).verify(bytes, signature)).toBe(true)
    expect([keys.open(seed)?.key, keys.verify(key, bytes, signature)]).toEqual([key, true])
    expect(keys.verify(stranger.key, bytes, signature)).toBe(false)
    // The same result through the standard library.
    const x = Buffer.from(
      createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: rawOf(key) }, format: 'jwk' }).export({
        type: 'spki',
        format: 'der',
      }),
    )
    expect(verify(null, bytes, createPublicKey({ key: x, format: 'der', type: 'spki' }), signature)).toBe(
      true,
    )
  })

  it.each(['', 'SU', `SU${'A'.repeat(56)}`, 'SAAPTG7O4QBV7BFQZV7UJ4FQJ3ZJ6S4BSBBBFV44YZ4A5VJJY4F2AI5N4Q'])(
    'are not made of %j',
    (seed) => {
      expect(keys.open(seed)).toBeNull()
    },
  )

  it('of a machine that has none hold for nothing', () => {
    expect(keys.verify('', new Uint8Array(1), new Uint8Array(64))).toBe(false)
    expect(keys.verify(`U${'A'.repeat(55)}`, new Uint8Array(1), new Uint8Array(64))).toBe(false)
  })
})

/** Decodes the public key independently of the product's code. */
const rawOf = (key: string): string => {
  const bits = [...key]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g)?.map((byte) => parseInt(byte, 2)) ?? []
  return Buffer.from(bytes.slice(1, 33)).toString('base64url')
}

describe('envelopes', () => {
  it('come out as they went in, whatever their words and however many their parts', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 3000 }),
        fc.integer({ min: 220, max: 5000 }),
        (words, longest) => {
          const joiner = new Joiner()
          const parts = partsOf(words, longest)
          const wholes = parts.map((part) => joiner.take(part))
          expect(wholes.slice(0, -1).every((whole) => whole === null)).toBe(true)
          const last = wholes.at(-1)
          const read = last ? openEnvelope(last, 'cellar', expected()) : null
          const envelope = makeEnvelope('attic', 'cellar', 1, { body: { words } })
          expect(read).toEqual(JSON.parse(JSON.stringify(envelope)))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('go in messages of 256 KiB at most', () => {
    const messages = splitMessage(
      seal('envelope', makeEnvelope('attic', 'cellar', 1, { body: 'x'.repeat(1_000_000) }), attic),
    )
    expect(messages.length).toBe(4)
    expect(Math.max(...messages.map(({ length }) => length))).toBeLessThanOrEqual(longestMessage)
  })

  it('are not heard when one bit was changed, or they are given out for something else', () => {
    const sealed = seal('envelope', makeEnvelope('attic', 'cellar', 1), attic)
    const bytes = Uint8Array.from(sealed.bytes)
    bytes.set([(bytes[40] ?? 0) ^ 1], 40)
    for (const other of [
      { ...sealed, bytes },
      { ...sealed, subject: 'presence' as const },
      { ...sealed, signature: '' },
    ])
      expect(openEnvelope(other, 'cellar', expected())).toEqual({
        why: 'Its signature is not valid.',
      })
    expect(openPresence(sealed, expected())).toHaveProperty('why')
    // Correctly signed, but no presence.
    const presence = seal('presence', makeEnvelope('attic', 'cellar', 1), attic)
    expect(openPresence(presence, expected())).toHaveProperty('why')
  })

  it('are for this machine, from that one, with all that belongs to them', () => {
    const why = (changes: object, to = 'cellar'): unknown =>
      openEnvelope(
        seal('envelope', { ...makeEnvelope('attic', 'cellar', 1), ...changes }, attic),
        to,
        expected(),
      )
    expect(why({})).toEqual(makeEnvelope('attic', 'cellar', 1))
    expect(why({}, 'barn')).toEqual({ why: 'It is for cellar.' })
    expect(why({ from: 'barn' })).toEqual({ why: 'It says that it is from barn.' })
    for (const wrong of [
      { n: 0 },
      { n: 1.5 },
      { incarnation: 'x' },
      { kind: '' },
      { body: undefined },
      { heard: null },
      { from: '../x' },
    ])
      expect(why(wrong)).toHaveProperty('why')
  })
})

describe('what a machine says of itself', () => {
  it('leaves out the agents that this Janus cannot read', () => {
    const agent = {
      id: 'agt-1',
      name: 'Bea',
      kind: 'other',
      role: '',
      look: { hue: 1, shape: 1 },
      status: 'idle',
      needs: null,
      shared: 'open',
    } as const
    const said = {
      ...makePresence(),
      agents: [agent, { ...agent, kind: 'of tomorrow' }, { ...agent, name: 'a\nb' }],
    } as unknown as ReturnType<typeof makePresence>
    expect(openPresence(seal('presence', said, attic), expected())).toEqual(makePresence({ agents: [agent] }))
  })

  it('names no machine after what every object has', () => {
    const said = makePresence({ heard: { constructor: { incarnation: '', n: 0 } } })
    expect(openPresence(seal('presence', said, attic), expected())).toHaveProperty('why')
  })
})

describe('messages', () => {
  it.each([
    '',
    'janus1',
    'janus1 envelope 1/1 x\n',
    `janus1 envelope 2/1 ${'A'.repeat(86)}\n`,
    `janus2 envelope 1/1 ${'A'.repeat(86)}\n`,
    `janus1 envelope 0/1 ${'A'.repeat(86)}\n`,
  ])('that begin with %j are none', (text) => expect(readWirePart(new TextEncoder().encode(text))).toBeNull())
})

describe('parts', () => {
  const words = 'w'.repeat(1000)
  const whole = (joiner: Joiner, parts: readonly (WirePart | undefined)[]): boolean[] =>
    parts.map((part) => part !== undefined && joiner.take(part) !== null)

  it('are joined once more when the last one is brought again, until that was saved', () => {
    const [joiner, parts] = [new Joiner(), partsOf(words, 600)]
    expect(whole(joiner, [...parts, parts.at(-1), parts.at(-1)]).filter(Boolean)).toHaveLength(3)
    joiner.forget()
    expect(whole(joiner, [parts.at(-1)])).toEqual([false])
  })

  it('that never become whole are forgotten when the same is sent again', () => {
    const [joiner, parts] = [new Joiner(), partsOf(words, 600)]
    expect(whole(joiner, [parts[0], parts[2], ...parts])).toEqual([false, false, false, false, true])
  })

  it('of one sending are not joined with those of another', () => {
    const [joiner, one, other] = [new Joiner(), partsOf(words, 600), partsOf(`${words}!`, 600)]
    expect(whole(joiner, [one[0], other[1], other[2], one[1], one[2]])).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })

  it('are kept up to 8 MiB', () => {
    const joiner = new Joiner()
    const bytes = new Uint8Array(1024 * 1024)
    const part = (index: number): WirePart => ({
      subject: 'envelope',
      signature: 's',
      index,
      count: 9,
      bytes,
    })
    expect(Array.from({ length: 9 }, (_, index) => joiner.take(part(index)))).toEqual(
      Array.from({ length: 9 }, () => null),
    )
    expect(9 * bytes.length).toBeGreaterThan(longestText)
  })
})
