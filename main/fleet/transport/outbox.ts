import type { Envelope } from '../../contract/fleet/machines.ts'

/**
 * Result of sending one envelope. `carried`: it is in the receiver's box; `full`: the box is full; `lost`:
 * unknown, or there is no such box; `cut`: there is no connection.
 */
export type Carriage = 'carried' | 'full' | 'lost' | 'cut'

/** Sends one envelope; retries of one sending have the same `id`. */
type Carry = (envelope: Envelope, id: string) => Promise<Carriage>

interface Waiting {
  readonly envelope: Envelope
  readonly id: string
  readonly call: number
}

export class Outbox {
  #waiting: readonly Waiting[] = []
  #calls = 0
  #isRunning = false
  readonly #carry: Carry
  readonly #nextId: (envelope: Envelope) => string

  constructor(carry: Carry, nextId: (envelope: Envelope) => string) {
    this.#carry = carry
    this.#nextId = nextId
  }

  /** Replaces everything that waits from the first of these on. */
  put(envelopes: readonly Envelope[]): void {
    const [first] = envelopes
    if (!first) return
    const call = ++this.#calls
    const kept = this.#waiting.filter(
      ({ envelope }) => envelope.incarnation === first.incarnation && envelope.n < first.n,
    )
    this.#waiting = [
      ...kept,
      ...envelopes.map((envelope) => ({ envelope, id: this.#nextId(envelope), call })),
    ]
    this.run()
  }

  /** Starts sending if it isn't running, for example after a reconnect. */
  run(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    void this.#run()
  }

  async #run(): Promise<void> {
    try {
      for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
        // An envelope that can't be serialized never arrives.
        const became = await this.#carry(next.envelope, next.id).catch((): Carriage => 'lost')
        if (became === 'cut') return
        this.#after(next, became)
      }
    } finally {
      this.#isRunning = false
    }
  }

  /** After a gap the rest is useless and will be repeated; a newer call may be that repetition. */
  #after(done: Waiting, became: Exclude<Carriage, 'cut'>): void {
    const isLeft =
      became === 'carried' ? ({ id }: Waiting) => id !== done.id : ({ call }: Waiting) => call > done.call
    this.#waiting = this.#waiting.filter(isLeft)
  }
}
