import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AgentId, Entry, TurnId } from '../../../main/contract/api/model.ts'
import type { PaneState } from '../../state/panes.ts'
import { agentInView, followSight } from '../../state/selectors.ts'
import { recall, remember } from '../../state/local-storage.ts'
import { mirror } from '../../state/store.ts'
import { isWindowSeen } from '../../state/system-news.ts'
import { view } from '../../state/view-store.ts'
import { type Digest, type ReadPosition, handledAfter, missedAfter } from './digest.ts'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'

/** Milliseconds. A shorter absence does not count. */
const shortest = 20_000

export interface Watched {
  readonly id: AgentId
  readonly isWorking: boolean
  /** Null until the newest rows are loaded. */
  readonly entries: readonly Entry[] | null
  readonly pending: readonly PendingView[]
}

/** Dependencies; tests pass their own. */
interface Around {
  readonly seen: (agent: AgentId) => ReadPosition | undefined
  readonly keep: (agent: AgentId, seen: ReadPosition) => void
  readonly tell: (digest: Digest) => void
  readonly clear: () => void
  /** Milliseconds. */
  readonly now: () => number
}

/**
 * Tracks which conversation the user looks at, and reports what other agents sent meanwhile: when the user
 * comes back, and at the end of the user's turns.
 */
export class PresenceWatcher {
  readonly #around: Around
  #watched: Watched | null = null
  /** Where the user left the conversation they have returned to; reported once its rows are loaded. */
  #back: ReadPosition | null = null
  /** The conversation in view, even without the window's focus. */
  #shown: AgentId | null = null
  /** The user has not seen it, or not its rows, since it came into view. */
  #isFresh = false
  /** The newest row seen of the conversation in view; null for none. */
  #newest: number | null = null
  /** The user's turn whose end was reported. */
  #told: TurnId | null | undefined = null

  constructor(around: Around) {
    this.#around = around
  }

  /** Call with every change. `watched` is what is in view; `isHere`: the window has the focus. */
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
    // Without rows nothing was seen; while they are loaded again, the old position stays.
    if (this.#newest === null || this.#back !== null) return
    this.#around.keep(id, { n: this.#newest, at: this.#around.now() })
  }

  /** A tab that came into view while the window had no focus, or before its rows, counts as unseen. */
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

  /** Reports only the user's own turns, once each. What still waits is visible in the mailbox. */
  #endTurn({ id, entries }: Watched) {
    const rows = entries ?? []
    const turn = rows.findLast((one) => one.turn !== null)?.turn
    const first = rows.find((one) => one.turn === turn)
    if (first?.kind !== 'user' || turn === this.#told) return
    this.#told = turn
    this.#digest(id, 'turn', { n: first.n, at: first.at }, rows, [])
  }

  #digest(
    agent: AgentId,
    kind: Digest['kind'],
    seen: ReadPosition,
    entries: readonly Entry[],
    pending: readonly PendingView[],
  ) {
    const items = missedAfter(seen, entries, pending)
    const handled = handledAfter(seen, entries)
    // Messages of which none was read yet are visible in the mailbox.
    if (items.every((one) => one.n === null) && handled.length === 0) return
    const isWhole = (entries[0]?.n ?? 1) <= seen.n + 1
    this.#around.tell({ agent, kind, since: seen.at, until: this.#around.now(), items, handled, isWhole })
  }
}

/** A time in the future means that the clock was set back. */
function isJustNow(at: number, now: number): boolean {
  return at <= now && now - at < shortest
}

/** Current digests by pane. */
const told = createStore<{ readonly digests: ReadonlyMap<number, Digest> }>(() => ({ digests: new Map() }))

export const useDigest = (agent: AgentId): Digest | null =>
  useStore(told, ({ digests }) => [...digests.values()].find((one) => one.agent === agent) ?? null)

export const dismissDigest = (agent: AgentId): void =>
  told.setState(({ digests }) => ({
    digests: new Map([...digests].filter(([, one]) => one.agent !== agent)),
  }))

/** Replaces the digest of a pane; null removes it. */
const put = (pane: number, digest: Digest | null): void =>
  told.setState(({ digests }) => {
    const others = [...digests].filter(([key]) => key !== pane)
    return { digests: new Map(digest === null ? others : [...others, [pane, digest] as const]) }
  })

type Places = Readonly<Record<AgentId, ReadPosition>>

/** Saves the read position, and drops those of deleted agents. */
function keep(agent: AgentId, seen: ReadPosition) {
  const { agents } = mirror.getState()
  const places = Object.entries(recall<Places>('seen', {})).filter(([id]) => id in agents)
  remember('seen', { ...Object.fromEntries(places), [agent]: seen })
}

/** Tracks what the user looks at in each pane. Returns a function that ends it. */
export function followPresence(): () => void {
  const presences = new Map<number, PresenceWatcher>()
  const look = () => {
    const isHere = isWindowSeen()
    const { panes } = view.getState()
    for (const pane of panes.list) {
      const presence = presences.get(pane.key) ?? presenceIn(pane.key)
      presences.set(pane.key, presence)
      presence.update(watchedIn(pane), isHere)
    }
    for (const [key, presence] of presences) {
      if (panes.list.some((pane) => pane.key === key)) continue
      presence.update(null, isHere)
      presences.delete(key)
    }
  }
  const leave = () => presences.forEach((presence) => presence.leave())
  const end = followSight(look)
  window.addEventListener('pagehide', leave)
  return () => {
    end()
    window.removeEventListener('pagehide', leave)
  }
}

const presenceIn = (pane: number): PresenceWatcher =>
  new PresenceWatcher({
    seen: (agent) => recall<Places>('seen', {})[agent],
    keep,
    tell: (digest) => put(pane, digest),
    clear: () => put(pane, null),
    now: () => Date.now(),
  })

/** Returns null if no conversation is in view. */
function watchedIn(pane: PaneState): Watched | null {
  const agent = agentInView(pane)
  if (agent === null) return null
  const held = mirror.getState().logs.agent[agent.id]
  return {
    id: agent.id,
    isWorking: agent.status === 'working',
    entries: held?.phase === 'ready' ? held.rows : null,
    pending: agent.pending,
  }
}
