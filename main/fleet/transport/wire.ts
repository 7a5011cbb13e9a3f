import { createHash } from 'node:crypto'
import type { Envelope, MachineName, Presence } from '../../contract/fleet/machines.ts'
import type { Keys, Signer } from './keys.ts'
import { envelopeShape, presenceShape, twinShape, type Twin } from './shapes.ts'

/** Each message is signed with its subject, so that it can't be used as another. */
type Subject = keyof typeof bodies

/** Bytes including the header line. */
export const longestMessage = 256 * 1024

/** Bytes of an envelope: a message of 1 MiB with every character escaped. */
export const longestText = 8 * 1024 * 1024

const lineRoom = 200

export interface WirePart {
  readonly subject: Subject
  /** From 0, less than `count`. */
  readonly index: number
  readonly count: number
  readonly signature: string
  readonly bytes: Uint8Array
}

export interface Sealed {
  readonly subject: Subject
  readonly signature: string
  readonly bytes: Uint8Array
}

export function seal(subject: Subject, said: Envelope | Presence | Twin, signer: Signer): Sealed {
  const bytes = new TextEncoder().encode(JSON.stringify(said))
  return { subject, bytes, signature: toWord(signer.sign(digest(subject, bytes))) }
}

/**
 * Splits a signed text into messages of at most `longest` bytes: `janus1 <subject> <part>/<parts>
 * <signature>`, a newline, and the bytes.
 */
export function splitMessage(sealed: Sealed, longest = longestMessage): Uint8Array[] {
  const room = longest - lineRoom
  const count = Math.max(1, Math.ceil(sealed.bytes.length / room))
  return Array.from({ length: count }, (_, index) => {
    const head = `janus1 ${sealed.subject} ${index + 1}/${count} ${sealed.signature}\n`
    return Buffer.concat([Buffer.from(head), sealed.bytes.subarray(index * room, (index + 1) * room)])
  })
}

const head = /^janus1 (envelope|presence|twin) ([1-9]\d{0,2})\/([1-9]\d{0,2}) ([\w-]{86})$/

/** Returns null if it is no message of Janus. */
export function readWirePart(data: Uint8Array): WirePart | null {
  const end = data.subarray(0, lineRoom).indexOf(10)
  if (end < 0) return null
  const found = head.exec(Buffer.from(data.subarray(0, end)).toString('latin1'))
  if (!found) return null
  const [, subject, place, count, signature = ''] = found
  if (Number(place) > Number(count)) return null
  return {
    subject: subject as Subject,
    index: Number(place) - 1,
    count: Number(count),
    signature,
    bytes: data.subarray(end + 1),
  }
}

/** A rejected message; `why` is a sentence for the user. */
export interface Unheard {
  readonly why: string
}

interface Expected {
  readonly from: MachineName
  readonly key: string
  readonly keys: Keys
}

export function openEnvelope(sealed: Sealed, to: MachineName, expected: Expected): Envelope | Unheard {
  const read = open(sealed, 'envelope', expected)
  if ('why' in read) return read
  if (read.from !== expected.from) return { why: `It says that it is from ${read.from}.` }
  return read.to === to ? read : { why: `It is for ${read.to}.` }
}

export const openPresence = (sealed: Sealed, expected: Expected): Presence | Unheard =>
  open(sealed, 'presence', expected)

export const openTwin = (sealed: Sealed, expected: Expected): Twin | Unheard => open(sealed, 'twin', expected)

const bodies = {
  envelope: { shape: envelopeShape, problem: 'It is not an envelope' },
  presence: { shape: presenceShape, problem: 'It tells nothing of a machine' },
  twin: { shape: twinShape, problem: 'It tells nothing of a twin' },
} as const

function open<S extends Subject>(sealed: Sealed, subject: S, { key, keys }: Expected): Body<S> | Unheard {
  const signature = Buffer.from(sealed.signature, 'base64url')
  if (sealed.subject !== subject || !keys.verify(key, digest(subject, sealed.bytes), signature))
    return { why: 'Its signature is not valid.' }
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(sealed.bytes))
  } catch {
    return { why: 'It is not JSON.' }
  }
  const { shape, problem } = bodies[subject]
  const read = shape.safeParse(json)
  return read.success ? (read.data as Body<S>) : { why: `${problem} (${issue(read.error)}).` }
}

type Body<S extends Subject> = (typeof bodies)[S]['shape']['_output']

/** Includes the subject, so that a signature is valid for one use only. */
const digest = (subject: Subject, bytes: Uint8Array): Uint8Array =>
  createHash('sha512').update(`janus1 ${subject}\n`).update(bytes).digest()

const toWord = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

const issue = (error: { issues: readonly { path: PropertyKey[]; message: string }[] }): string => {
  const first = error.issues[0]
  return first
    ? `${first.path.map(String).join('.').slice(0, 60)}: ${first.message.slice(0, 120)}`
    : 'unknown'
}

/**
 * Joins the parts of an envelope, which arrive in order from one machine. Keeps at most one envelope of 8
 * MiB; an incomplete one is dropped when the next begins.
 */
export class Joiner {
  #parts: WirePart[] = []
  #bytes = 0

  /** Returns the whole after its last part; null if parts are missing. */
  take(part: WirePart): Sealed | null {
    if (part.index === 0) this.forget()
    const first = this.#parts[0]
    if (first && (first.signature !== part.signature || first.count !== part.count)) this.forget()
    // A redelivered part is already there.
    if (part.index >= this.#parts.length && !this.#add(part)) return null
    return this.#parts.length === part.count && part.index === part.count - 1 ? this.#whole(part) : null
  }

  /** Call once the whole was saved. */
  forget(): void {
    this.#parts = []
    this.#bytes = 0
  }

  #add(part: WirePart): boolean {
    const isNext = part.index === this.#parts.length
    if (isNext && this.#bytes + part.bytes.length <= longestText) {
      this.#parts.push(part)
      this.#bytes += part.bytes.length
      return true
    }
    this.forget()
    return false
  }

  #whole({ subject, signature }: WirePart): Sealed {
    return { subject, signature, bytes: Buffer.concat(this.#parts.map(({ bytes }) => bytes)) }
  }
}
