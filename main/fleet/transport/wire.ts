import { createHash } from 'node:crypto'
import type { Envelope, MachineName, Presence } from '../../contract/fleet/machines.ts'
import type { Keys, Signer } from './keys.ts'
import { envelopeShape, presenceShape, twinShape, type Twin } from './shapes.ts'

/** Each message is signed with its subject, so that it can't be used as another. */
type Subject = 'envelope' | 'presence' | 'twin'

/** Bytes including the header line. */
export const longestMessage = 256 * 1024

/** Bytes of an envelope: a message of 1 MiB with every character escaped. */
export const longestText = 8 * 1024 * 1024

const lineRoom = 200

/** A message, or a part of a long one. */
export interface WirePart {
  readonly subject: Subject
  /** From 0, less than `count`. */
  readonly index: number
  readonly count: number
  /** Signature of the whole. */
  readonly signature: string
  readonly bytes: Uint8Array
}

/** JSON with its signature. */
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

/** The expected sender and its pinned key. */
interface Expected {
  readonly from: MachineName
  readonly key: string
  readonly keys: Keys
}

/** Verifies and reads an envelope from `from` to `to`. */
export function openEnvelope(sealed: Sealed, to: MachineName, expected: Expected): Envelope | Unheard {
  const read = opened(sealed, 'envelope', expected)
  if ('why' in read) return read
  return judgeEnvelope(read.json, expected.from, to)
}

export function judgeEnvelope(json: unknown, from: MachineName, to: MachineName): Envelope | Unheard {
  const shaped = envelopeShape.safeParse(json)
  if (!shaped.success) return { why: `It is not an envelope (${issue(shaped.error)}).` }
  if (shaped.data.from !== from) return { why: `It says that it is from ${shaped.data.from}.` }
  if (shaped.data.to !== to) return { why: `It is for ${shaped.data.to}.` }
  return shaped.data
}

export function openPresence(sealed: Sealed, expected: Expected): Presence | Unheard {
  const read = opened(sealed, 'presence', expected)
  return 'why' in read ? read : judgePresence(read.json)
}

export function judgePresence(json: unknown): Presence | Unheard {
  const shaped = presenceShape.safeParse(json)
  return shaped.success ? shaped.data : { why: `It tells nothing of a machine (${issue(shaped.error)}).` }
}

export function openTwin(sealed: Sealed, expected: Expected): Twin | Unheard {
  const read = opened(sealed, 'twin', expected)
  if ('why' in read) return read
  const shaped = twinShape.safeParse(read.json)
  return shaped.success ? shaped.data : { why: `It tells nothing of a twin (${issue(shaped.error)}).` }
}

function opened(sealed: Sealed, subject: Subject, { key, keys }: Expected): { json: unknown } | Unheard {
  const signature = Buffer.from(sealed.signature, 'base64url')
  if (sealed.subject !== subject || !keys.verify(key, digest(subject, sealed.bytes), signature))
    return { why: 'Its signature is not valid.' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(sealed.bytes)
    return { json: JSON.parse(text) }
  } catch {
    return { why: 'It is not JSON.' }
  }
}

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
