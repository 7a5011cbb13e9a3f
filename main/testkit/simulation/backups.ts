import type { Row } from '../../core/step/effects.ts'
import { MemoryStore } from '../memory/store/store.ts'
import { Watch, type Watched } from './invariants.ts'
import { wordsOf } from './ledger.ts'

/** A store that can be copied by repeating its commits. */
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

export interface Backup {
  readonly at: number
  readonly store: CopiedStore
  /** Watched the world until the backup, and knows nothing later. */
  readonly watch: Watch
}

/** Two watches of one world; when a backup is made, one of them stops there. */
export class Watches {
  readonly goes: Watch
  readonly stays: Watch

  constructor(world: Watched) {
    this.goes = new Watch(world)
    this.stays = new Watch(world)
  }

  /** A proxy that passes every call to both. */
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

  /** Continues with the watch of the backup, with the counts so far. */
  back(): Watch {
    const [from, to] = [this.goes.ledger, this.stays.ledger]
    Object.assign(to.counts, from.counts)
    for (const speech of from.speeches.values()) this.stays.speaks(speech)
    // Transcripts may contain text that came or changed after the backup, though no message says so any more.
    // For text that was with a process they show whether it was read, unless it was moved to another process.
    for (const [id, message] of from.messages) {
      const was = to.messages.get(id)
      if (was !== message && (was?.state !== 'written' || from.putBack.has(id)))
        for (const word of wordsOf(message.body)) to.blurred.add(word)
    }
    return this.stays
  }
}
