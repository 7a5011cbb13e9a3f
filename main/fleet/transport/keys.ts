import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { quietly } from '../../adapters/folder/errors.ts'

/** The secret half of a machine's key. */
export interface Signer {
  /** The public half, "U…". */
  readonly key: string
  sign(bytes: Uint8Array): Uint8Array
}

/** What is done with the keys of machines: ed25519, written as the users' keys of NATS. */
export interface Keys {
  /** A new one; the seed is a secret, "SU…". */
  make(): { readonly seed: string; readonly key: string }
  /** Null where that is no seed of a user. */
  open(seed: string): Signer | null
  /** Whether that key made the signature (64 bytes) of just these bytes. */
  verify(key: string, bytes: Uint8Array, signature: Uint8Array): boolean
}

/** Loads what is needed for it; without a fleet none of that is loaded. */
export async function loadKeys(): Promise<Keys> {
  const { createUser, fromPublic, fromSeed } = await import('@nats-io/nkeys')
  const publicKeys = new Map<string, KeyObject | null>()
  const open = (seed: string): Signer | null => {
    const key = quietly(() => fromSeed(new TextEncoder().encode(seed)).getPublicKey())
    if (key?.startsWith('U') !== true) return null
    const secret = secretKey(seed)
    return { key, sign: (bytes) => sign(null, bytes, secret) }
  }
  // Who reads it may be told of machines without end: only those that are known have a key here.
  const publicKeyOf = (key: string): KeyObject | null => {
    const known = publicKeys.get(key)
    if (known !== undefined) return known
    const made = quietly(() => (fromPublic(key), publicKey(key)))
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

// What NATS brings along signs in JavaScript, for some milliseconds each; Node's own takes hundredths of one.

/** What stands before the 32 bytes of a secret key of ed25519 in PKCS #8, and of a public one in SPKI. */
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

/** Of base32 without filling, whose check sum was looked at before. */
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
