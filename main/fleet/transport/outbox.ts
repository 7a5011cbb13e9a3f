import type { Envelope } from '../../contract/fleet/machines.ts'

/**
 * What became of one envelope. `carried`: it lies in the other's box; `full`: that box takes no more; `lost`: nobody knows,
 * or there is no such box; `cut`: there is no connection.
 */
export type Carriage = 'carried' | 'full' | 'lost' | 'cut'

/** Carries one envelope; `id` is another for each time that it is sent, and the same while one sending is tried again. */
type Carry = (envelope: Envelope, id: string) => Promise<Carriage>

interface Waiting {
  readonly envelope: Envelope
  readonly id: string
  /** Which call of `put` it came with. */
  readonly call: number
}

/** What waits to be carried to one machine, in order, one after the other. */
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

  /** These come in the place of all that waited from the first of them on. */
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

  /** Goes on, where it does not already: at the beginning of a connection. */
  run(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    void this.#run()
  }

  async #run(): Promise<void> {
    try {
      for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
        // What cannot even be written as JSON never gets there.
        const became = await this.#carry(next.envelope, next.id).catch((): Carriage => 'lost')
        if (became === 'cut') return
        this.#after(next, became)
      }
    } finally {
      this.#isRunning = false
    }
  }

  /** Behind a gap nothing can be used: who sends will send all of it again. What came meanwhile may be just that. */
  #after(done: Waiting, became: Exclude<Carriage, 'cut'>): void {
    const isLeft =
      became === 'carried' ? ({ id }: Waiting) => id !== done.id : ({ call }: Waiting) => call > done.call
    this.#waiting = this.#waiting.filter(isLeft)
  }
}
