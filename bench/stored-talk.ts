import { openStore } from '../main/adapters/store/store.ts'
import type { Row } from '../main/core/step/effects.ts'
import type { Store } from '../main/ports/ports.ts'
import { Random } from '../main/testkit/random.ts'
import type { History, Known } from './history.ts'
import { passedTime } from './pairs.ts'
import { Talk } from './talk.ts'

const WINDOW = 50

/** Store operations; each is measured in microseconds. */
export type StoreCost = 'event' | 'events' | 'message' | 'key' | 'thread' | 'tickets' | 'transcript' | 'load'

/** A store with a history, and a talk that continues it. */
export class StoredTalk {
  readonly #store: Store
  readonly #talk: Talk
  readonly #known: readonly Known[]
  readonly #random = new Random(7)

  constructor({ folder, state, count, known }: History) {
    this.#store = openStore(folder)
    this.#talk = new Talk(state, count, 2, 'gatherings')
    this.#known = known
  }

  close(): void {
    this.#store.close()
  }

  measure(cost: StoreCost): number {
    const store = this.#store
    switch (cost) {
      case 'event':
        return this.#commits(1)
      case 'events':
        return this.#commits(100)
      case 'message':
        return this.#asks(({ id }) => store.message(id) !== null)
      case 'key':
        return this.#asks(({ from, key }) => store.messageByKey({ kind: 'agent', id: from }, key) !== null)
      case 'thread':
        return this.#asks(({ id }) => store.thread(id, 0, 50).length > 0)
      case 'tickets':
        return this.#asks(({ to }) => store.tickets(to, null, 1).length > 0)
      case 'transcript':
        return this.#asks(({ to }) => store.entries(to, null, 10).length > 0)
      case 'load':
        return passedTime(1, () => this.#store.load())
    }
  }

  /** Saves the rows of a talk, `together` events per commit; the talk itself is not measured. */
  #commits(together: number): number {
    const batches: Row[][] = []
    let events = 0
    this.#talk.core.save = (rows) => {
      if (events % together === 0) batches.push([])
      events += 1
      batches.at(-1)?.push(...rows)
    }
    while (events < WINDOW * Math.sqrt(together)) this.#talk.exchange()
    return passedTime(events, () => {
      for (const rows of batches) if (rows.length > 0) this.#store.commit(rows)
    })
  }

  #asks(ask: (known: Known) => boolean): number {
    const asked = Array.from({ length: WINDOW }, () => this.#random.pick(this.#known))
    return passedTime(WINDOW, () => {
      for (const known of asked) if (!known || !ask(known)) throw new Error('nothing was found')
    })
  }
}
