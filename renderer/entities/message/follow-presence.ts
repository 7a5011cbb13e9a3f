import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { Pane } from '../../state/panes.ts'
import { agentInView } from '../../state/selectors.ts'
import { recall, remember } from '../../state/local-storage.ts'
import { mirror } from '../../state/store.ts'
import { view } from '../../state/view-store.ts'
import type { Digest, Seen } from './digest.ts'
import { Presence, type Watched } from './presence.ts'

/** What is told now of what the person missed, by the pane that shows it. */
const told = createStore<{ readonly digests: ReadonlyMap<number, Digest> }>(() => ({ digests: new Map() }))

/** The digest of an agent, if one is shown. */
export const useDigest = (agent: AgentId): Digest | null =>
  useStore(told, ({ digests }) => [...digests.values()].find((one) => one.agent === agent) ?? null)

/** The person has taken note of it. */
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

type Places = Readonly<Record<AgentId, Seen>>

/** Remembers how far a conversation was seen; those of agents that are gone are let go. */
function keep(agent: AgentId, seen: Seen) {
  const { agents } = mirror.getState()
  const places = Object.entries(recall<Places>('seen', {})).filter(([id]) => id in agents)
  remember('seen', { ...Object.fromEntries(places), [agent]: seen })
}

/** Begins to follow what the person looks at, in each pane; the answer ends it. */
export function followPresence(): () => void {
  const presences = new Map<number, Presence>()
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

const presenceIn = (pane: number): Presence =>
  new Presence({
    seen: (agent) => recall<Places>('seen', {})[agent],
    keep,
    tell: (digest) => put(pane, digest),
    clear: () => put(pane, null),
    now: () => Date.now(),
  })

/** The conversation that a pane shows, as far as the mirror has it; null where it is out of view. */
function watchedIn(pane: Pane): Watched | null {
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
