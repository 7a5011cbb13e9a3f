import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long a code is good, in ms. */
const codeLife = 10 * 60_000
const mostCodes = 20
const mostSessions = 50

/** One-time codes, and the sessions they are swapped for. In memory only, and only as hashes. */
export class Sessions {
  readonly #now: () => number
  #codes: { readonly hash: Buffer; readonly until: number }[] = []
  #sessions: Buffer[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  /** A new code: 256 random bits, good once and for ten minutes. */
  newCode(): string {
    const code = randomBytes(32).toString('base64url')
    this.#codes = [...this.#codes, { hash: hash(code), until: this.#now() + codeLife }].slice(-mostCodes)
    return code
  }

  /** Takes a code for a new session's secret; null when it is unknown, used or too old. */
  swap(code: string): string | null {
    const given = hash(code)
    const now = this.#now()
    const good = this.#codes.some((kept) => timingSafeEqual(kept.hash, given) && now < kept.until)
    this.#codes = this.#codes.filter((kept) => now < kept.until && !timingSafeEqual(kept.hash, given))
    if (!good) return null
    const secret = randomBytes(32).toString('base64url')
    this.#sessions = [...this.#sessions, hash(secret)].slice(-mostSessions)
    return secret
  }

  /** True for the secret of a session. */
  holds(secret: string): boolean {
    const given = hash(secret)
    let found = false
    for (const kept of this.#sessions) if (timingSafeEqual(kept, given)) found = true
    return found
  }
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
