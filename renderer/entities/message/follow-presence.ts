import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AgentId, Entry, TurnId } from '../../../main/contract/api/model.ts'
import type { PaneState } from '../../state/panes.ts'
import { agentInView } from '../../state/selectors.ts'
import { recall, remember } from '../../state/local-storage.ts'
import { mirror } from '../../state/store.ts'
import { view } from '../../state/view-store.ts'
import { type Digest, type ReadPosition, handledAfter, missedAfter } from './digest.ts'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'

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
  readonly seen: (agent: AgentId) => ReadPosition | undefined
  readonly keep: (agent: AgentId, seen: ReadPosition) => void
  readonly tell: (digest: Digest) => void
  readonly clear: () => void
  /** ms. */
  readonly now: () => number
}

/**
 * Follows which conversation the user looks at, and tells what peers sent to it in the meantime: when they come
 * back, and at the end of a turn of theirs while they are there.
 */
export class PresenceWatcher {
  readonly #around: Around
  #watched: Watched | null = null
  /** Where the user left the conversation that they have come back to; told as soon as its rows are here. */
  #back: ReadPosition | null = null
  /** The conversation in view, whether the window has the user's attention or not. */
  #shown: AgentId | null = null
  /** The user has not looked at it since it came into view, or not at its rows. */
  #isFresh = false
  /** The newest row that they have seen of the conversation in view; null: none of it yet. */
  #newest: number | null = null
  /** The turn of the user's whose end was told. */
  #told: TurnId | null | undefined = null

  constructor(around: Around) {
    this.#around = around
  }

  /** Everything that is in view now; `isHere`: the user looks at the window. Called with every change. */
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
    // Where the user was before the rows came, nothing of it was seen; while they are read again, what was there.
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
   * Only a turn of the user's own, once: what peers began, the user has seen begin. What still waits stands in
   * the mailbox before their eyes.
   */
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

/** What is told now of what the user missed, by the pane that shows it. */
const told = createStore<{ readonly digests: ReadonlyMap<number, Digest> }>(() => ({ digests: new Map() }))

/** The digest of an agent, if one is shown. */
export const useDigest = (agent: AgentId): Digest | null =>
  useStore(told, ({ digests }) => [...digests.values()].find((one) => one.agent === agent) ?? null)

/** The user has taken note of it. */
export const dismissDigest = (agent: AgentId): void =>
  told.setState(({ digests }) => ({
    digests: new Map([...digests].filter(([, one]) => one.agent !== agent)),
  }))

/** One takes the place of another, or of none, in a pane. */
const put = (pane: number, digest: Digest | null): void =>
  told.setState(({ digests }) => {
    const others = [...digests].filter(([key]) => key !== pane)
    return { digests: new Map(digest === null ? others : [...others, [pane, digest] as const]) }
  })

type Places = Readonly<Record<AgentId, ReadPosition>>

/** Remembers how far a conversation was seen; those of agents that are gone are let go. */
function keep(agent: AgentId, seen: ReadPosition) {
  const { agents } = mirror.getState()
  const places = Object.entries(recall<Places>('seen', {})).filter(([id]) => id in agents)
  remember('seen', { ...Object.fromEntries(places), [agent]: seen })
}

/** Begins to follow what the user looks at, in each pane; the answer ends it. */
export function followPresence(): () => void {
  const presences = new Map<number, PresenceWatcher>()
  const look = () => {
    const isHere = !document.hidden && document.hasFocus()
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
  const ends = [mirror.subscribe(look), view.subscribe(look)]
  const here = ['focus', 'blur'] as const
  for (const kind of here) window.addEventListener(kind, look)
  document.addEventListener('visibilitychange', look)
  window.addEventListener('pagehide', leave)
  look()
  return () => {
    for (const end of ends) end()
    for (const kind of here) window.removeEventListener(kind, look)
    document.removeEventListener('visibilitychange', look)
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

/** The conversation that a pane shows, as far as the mirror has it; null where it is out of view. */
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
