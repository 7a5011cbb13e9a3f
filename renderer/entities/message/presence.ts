import type { AgentId, Entry, TurnId } from '../../../main/contract/api/model.ts'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import { handledAfter, missedAfter, type Digest, type Seen } from './digest.ts'

/** Who leaves the window for less than this, in ms, was not away. */
const shortest = 20_000

/** An agent as far as its reader is concerned. */
export interface Watched {
  readonly id: AgentId
  readonly isWorking: boolean
  /** null: its newest rows are not here yet. */
  readonly entries: readonly Entry[] | null
  readonly pending: readonly PendingView[]
}

/** What presence needs of the world; tests pass their own. */
interface Around {
  /** How far each conversation was seen, as it was kept. */
  readonly seen: (agent: AgentId) => Seen | undefined
  readonly keep: (agent: AgentId, seen: Seen) => void
  readonly tell: (digest: Digest) => void
  /** A digest that is shown is over. */
  readonly clear: () => void
  /** ms. */
  readonly now: () => number
}

/**
 * Follows which conversation the person looks at, and tells what peers sent to it in the meantime: when they come
 * back, and at the end of a turn of theirs while they are there.
 */
export class Presence {
  readonly #around: Around
  #watched: Watched | null = null
  /** Where the person left the conversation that they have come back to; told as soon as its rows are here. */
  #back: Seen | null = null
  /** The conversation in view, whether the window has the person's attention or not. */
  #shown: AgentId | null = null
  /** The person has not looked at it since it came into view, or not at its rows. */
  #isFresh = false
  /** The newest row that they have seen of the conversation in view; null: none of it yet. */
  #newest: number | null = null
  /** The turn of the person's whose end was told. */
  #told: TurnId | null | undefined = null

  constructor(around: Around) {
    this.#around = around
  }

  /** Everything that is in view now; `isHere`: the person looks at the window. Called with every change. */
  update(watched: Watched | null, isHere: boolean): void {
    const before = this.#watched
    const now = isHere ? watched : null
    if (before && before.id !== now?.id) this.#leave(before)
    if ((watched?.id ?? null) !== this.#shown) {
      this.#around.clear()
      this.#isFresh = true
      this.#newest = null
    }
    this.#shown = watched?.id ?? null
    this.#watched = now
    if (!now) return
    if (before?.id !== now.id) this.#enter(now)
    else if (before.isWorking && !now.isWorking) this.#endTurn(now)
    this.#tellBack(now)
  }

  /** The window goes away; what is in view counts as seen. */
  leave(): void {
    if (this.#watched) this.#leave(this.#watched)
  }

  #leave({ id }: Watched) {
    // Where the person was before the rows came, nothing of it was seen; while they are read anew, what was there.
    if (this.#newest === null || this.#back !== null) return
    this.#around.keep(id, { n: this.#newest, at: this.#around.now() })
  }

  /** A tab that came into view while the window had no focus, or before its rows, is new to them until they see those. */
  #enter({ id }: Watched) {
    const seen = this.#around.seen(id)
    const wasAway = seen !== undefined && (this.#isFresh || !isJustNow(seen.at, this.#around.now()))
    this.#back = wasAway ? seen : null
  }

  #tellBack({ id, entries, pending }: Watched) {
    if (entries === null) return
    this.#isFresh = false
    this.#newest = entries.at(-1)?.n ?? 0
    const since = this.#back
    if (since === null) return
    this.#back = null
    this.#digest(id, 'away', since, entries, pending)
  }

  /**
   * Only a turn of the person's own, once: what peers began, the person has seen begin. What still waits stands in
   * the mailbox before their eyes.
   */
  #endTurn({ id, entries }: Watched) {
    const rows = entries ?? []
    const turn = rows.findLast((one) => one.turn !== null)?.turn
    const first = rows.find((one) => one.turn === turn)
    if (first?.kind !== 'human' || turn === this.#told) return
    this.#told = turn
    this.#digest(id, 'turn', { n: first.n, at: first.at }, rows, [])
  }

  #digest(
    agent: AgentId,
    kind: Digest['kind'],
    seen: Seen,
    entries: readonly Entry[],
    pending: readonly PendingView[],
  ) {
    const items = missedAfter(seen, entries, pending)
    const handled = handledAfter(seen, entries)
    // A flood of which nothing was read yet is there to see in the mailbox.
    if (items.every((one) => one.n === null) && handled.length === 0) return
    const isWhole = (entries[0]?.n ?? 1) <= seen.n + 1
    this.#around.tell({ agent, kind, since: seen.at, until: this.#around.now(), items, handled, isWhole })
  }
}

/** Less than the shortest absence ago. A time ahead was a clock's that has been set back since. */
function isJustNow(at: number, now: number): boolean {
  return at <= now && now - at < shortest
}
