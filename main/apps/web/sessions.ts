import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Milliseconds. */
const codeLife = 10 * 60_000
/** Milliseconds; a printed code with less time left counts as expired. */
const lastMinute = 60_000
const mostCodes = 20
const mostSessions = 50

/** A code for a `stranger` is printed because of an unknown visitor. */
export type CodeFor = 'user' | 'stranger' | 'window'

interface Code {
  readonly for: CodeFor
  readonly hash: Buffer
  readonly until: number
}

/** Browsers send the cookie to every port by themselves, never the key. Both are hashes. */
export interface BrowserSession {
  readonly cookie: Buffer
  readonly key: Buffer
}

/** One-time codes and the sessions they open; in memory and hashed only. */
export class Sessions {
  readonly #now: () => number
  #codes: readonly Code[] = []
  #sessions: readonly BrowserSession[]

  /** `kept` restores the sessions of a previous process, whose windows stay signed in. */
  constructor(now: () => number, kept = '') {
    this.#now = now
    this.#sessions = kept
      .split(',')
      .map((pair) => pair.split(':').map((hex) => Buffer.from(hex, 'hex')))
      .flatMap(([cookie, key]) => (cookie?.length === 32 && key?.length === 32 ? [{ cookie, key }] : []))
  }

  /** Hashes of all sessions, which can't be used to sign in. */
  get kept(): string {
    return this.#sessions
      .map(({ cookie, key }) => `${cookie.toString('hex')}:${key.toString('hex')}`)
      .join(',')
  }

  /** Valid once and for ten minutes. Over the limit, codes for strangers are dropped first. */
  newCode(of: CodeFor): string {
    const code = newSecret()
    const now = this.#now()
    const codes = [
      ...this.#codes.filter(({ until }) => now < until),
      { for: of, hash: hash(code), until: now + codeLife },
    ]
    if (codes.length > mostCodes) {
      const stranger = codes.findIndex((kept) => kept.for === 'stranger')
      codes.splice(Math.max(0, stranger), 1)
    }
    this.#codes = codes
    return code
  }

  /** Whether a printed code is unused and valid for at least a minute. */
  get hasPrinted(): boolean {
    const now = this.#now()
    return this.#codes.some((code) => code.for !== 'window' && now + lastMinute <= code.until)
  }

  /** Opens a session with a code; null when it is unknown, used or expired. */
  swap(code: string): { readonly cookie: string; readonly key: string } | null {
    const given = hash(code)
    const now = this.#now()
    const good = this.#codes.some((kept) => timingSafeEqual(kept.hash, given) && now < kept.until)
    this.#codes = this.#codes.filter((kept) => now < kept.until && !timingSafeEqual(kept.hash, given))
    if (!good) return null
    const [cookie, key] = [newSecret(), newSecret()]
    this.#sessions = [...this.#sessions, { cookie: hash(cookie), key: hash(key) }].slice(-mostSessions)
    return { cookie, key }
  }

  /** A cookie alone gives access to the window's files, which contain no user data. */
  ofCookie(cookie: string): BrowserSession | null {
    const given = hash(cookie)
    return this.#sessions.find((kept) => timingSafeEqual(kept.cookie, given)) ?? null
  }

  opens({ key }: BrowserSession, given: string): boolean {
    return timingSafeEqual(key, hash(given))
  }
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
