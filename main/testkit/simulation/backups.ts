import type { Row } from '../../core/step/effects.ts'
import { MemoryStore } from '../memory/store/store.ts'
import { Watch, type Watched } from './invariants.ts'
import { wordsOf } from './ledger.ts'

/** A store of which a copy can be made: what was committed, again. */
export class CopiedStore extends MemoryStore {
  readonly #commits: (readonly Row[])[] = []

  override commit(rows: readonly Row[]): void {
    super.commit(rows)
    this.#commits.push(rows)
  }

  copy(): CopiedStore {
    const copy = new CopiedStore()
    for (const rows of this.#commits) copy.commit(rows)
    return copy
  }
}

/** What a world went back to. */
export interface Backup {
  /** When it was made. */
  readonly at: number
  readonly store: CopiedStore
  /** Who has watched until then, and knows nothing of what came after. */
  readonly watch: Watch
}

/** Two who watch the same world until a backup is made, at which one of them stays. */
export class Watches {
  readonly goes: Watch
  readonly stays: Watch

  constructor(world: Watched) {
    this.goes = new Watch(world)
    this.stays = new Watch(world)
  }

  /** One that tells both. */
  both(): Watch {
    const { goes, stays } = this
    return new Proxy(goes, {
      get: (_, name) => {
        const part: unknown = Reflect.get(goes, name, goes)
        const other: unknown = Reflect.get(stays, name, stays)
        if (typeof part !== 'function' || typeof other !== 'function') return part
        return (...args: unknown[]): unknown => {
          other.apply(stays, args)
          return part.apply(goes, args)
        }
      },
    })
  }

  /** The one that has stayed watches from now on; what is counted goes on. */
  back(): Watch {
    const [from, to] = [this.goes.ledger, this.stays.ledger]
    Object.assign(to.counts, from.counts)
    for (const speech of from.speeches.values()) this.stays.speaks(speech)
    // Conversations may hold the words of what came or went on since, also where no message says so any more; of what
    // was with a process they tell whether it was read, unless another process was given it.
    for (const [id, message] of from.messages) {
      const was = to.messages.get(id)
      if (was !== message && (was?.state !== 'written' || from.putBack.has(id)))
        for (const word of wordsOf(message.body)) to.blurred.add(word)
    }
    return this.stays
  }
}
