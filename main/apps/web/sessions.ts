import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long a code is good, in ms. */
const codeLife = 10 * 60_000
/** A printed code with less time left than this, in ms, is as good as none. */
const lastMinute = 60_000
const mostCodes = 20
const mostSessions = 50

/** For whom a code was made: printed at the user's wish, printed since a stranger came, or handed to a window. */
export type CodeFor = 'user' | 'stranger' | 'window'

interface Code {
  readonly for: CodeFor
  readonly hash: Buffer
  readonly until: number
}

/** Both secrets of a session. A browser sends the cookie by itself, to every port; the key only its own page knows. */
interface Secrets {
  readonly cookie: string
  readonly key: string
}

/** The same as hashes; an object stands for its session. */
export interface BrowserSession {
  readonly cookie: Buffer
  readonly key: Buffer
}

/** One-time codes, and the sessions they are swapped for. In memory only, and only as hashes. */
export class Sessions {
  readonly #now: () => number
  #codes: readonly Code[] = []
  #sessions: readonly BrowserSession[]

  /** `kept`: what `kept` said in an earlier process, whose windows stay signed in. */
  constructor(now: () => number, kept = '') {
    this.#now = now
    this.#sessions = kept
      .split(',')
      .map((pair) => pair.split(':').map((hex) => Buffer.from(hex, 'hex')))
      .flatMap(([cookie, key]) => (cookie?.length === 32 && key?.length === 32 ? [{ cookie, key }] : []))
  }

  /** The hashes of all sessions, as text: they open nothing by themselves. */
  get kept(): string {
    return this.#sessions
      .map(({ cookie, key }) => `${cookie.toString('hex')}:${key.toString('hex')}`)
      .join(',')
  }

  /** A new code: 256 random bits, good once and for ten minutes. Of too many, those for strangers go first. */
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

  /** True while a code that was printed is unused, and good for a minute at least. */
  get hasPrinted(): boolean {
    const now = this.#now()
    return this.#codes.some((code) => code.for !== 'window' && now + lastMinute <= code.until)
  }

  /** Takes a code for a new session; null when it is unknown, used or too old. */
  swap(code: string): Secrets | null {
    const given = hash(code)
    const now = this.#now()
    const good = this.#codes.some((kept) => timingSafeEqual(kept.hash, given) && now < kept.until)
    this.#codes = this.#codes.filter((kept) => now < kept.until && !timingSafeEqual(kept.hash, given))
    if (!good) return null
    const [cookie, key] = [newSecret(), newSecret()]
    this.#sessions = [...this.#sessions, { cookie: hash(cookie), key: hash(key) }].slice(-mostSessions)
    return { cookie, key }
  }

  /** The session of a cookie. It opens the page of the window, which says nothing of the user's. */
  ofCookie(cookie: string): BrowserSession | null {
    const given = hash(cookie)
    return this.#sessions.find((kept) => timingSafeEqual(kept.cookie, given)) ?? null
  }

  /** Whether this is the key of that very session. */
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
