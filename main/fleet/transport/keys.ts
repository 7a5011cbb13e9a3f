import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { orNull } from '../../adapters/folder/errors.ts'

export interface Signer {
  /** Public key, "U…". */
  readonly key: string
  sign(bytes: Uint8Array): Uint8Array
}

/** Machine keys: ed25519 in the format of NATS user keys. */
export interface Keys {
  /** Makes a key; the seed ("SU…") is secret. */
  make(): { readonly seed: string; readonly key: string }
  /** Null if it is not a user's seed. */
  open(seed: string): Signer | null
  verify(key: string, bytes: Uint8Array, signature: Uint8Array): boolean
}

/** Loads its libraries on demand, since most users have no fleet. */
export async function loadKeys(): Promise<Keys> {
  const { createUser, fromPublic, fromSeed } = await import('@nats-io/nkeys')
  const publicKeys = new Map<string, KeyObject | null>()
  const open = (seed: string): Signer | null => {
    const key = orNull(() => fromSeed(new TextEncoder().encode(seed)).getPublicKey())
    if (key?.startsWith('U') !== true) return null
    const secret = secretKey(seed)
    return { key, sign: (bytes) => sign(null, bytes, secret) }
  }
  // The cache is bounded: only keys of known machines are used.
  const publicKeyOf = (key: string): KeyObject | null => {
    const known = publicKeys.get(key)
    if (known !== undefined) return known
    const made = orNull(() => (fromPublic(key), publicKey(key)))
    publicKeys.set(key, made)
    return made
  }
  return {
    make: () => {
      const pair = createUser()
      return { seed: new TextDecoder().decode(pair.getSeed()), key: pair.getPublicKey() }
    },
    open,
    verify: (key, bytes, signature) => {
      const known = publicKeyOf(key)
      return known !== null && signature.length === 64 && verify(null, bytes, known, signature)
    },
  }
}

// NATS's library signs in JavaScript, which takes milliseconds; Node's crypto takes hundredths of one.

/** DER prefixes of an ed25519 key: PKCS #8 for the secret one, SPKI for the public one. */
const before = { secret: '302e020100300506032b657004220420', public: '302a300506032b6570032100' }

const secretKey = (seed: string): KeyObject =>
  createPrivateKey({
    key: wrapped(before.secret, bytesOf(seed).subarray(2, 34)),
    format: 'der',
    type: 'pkcs8',
  })

const publicKey = (key: string): KeyObject =>
  createPublicKey({ key: wrapped(before.public, bytesOf(key).subarray(1, 33)), format: 'der', type: 'spki' })

const wrapped = (head: string, bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from(head, 'hex'), bytes])

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes base32 without padding; the caller has verified the checksum. */
function bytesOf(word: string): Uint8Array {
  const bytes: number[] = []
  let [bits, count] = [0, 0]
  for (const letter of word) {
    bits = ((bits << 5) | letters.indexOf(letter)) & 0xfff
    count += 5
    if (count < 8) continue
    count -= 8
    bytes.push((bits >> count) & 0xff)
  }
  return Uint8Array.from(bytes)
}
