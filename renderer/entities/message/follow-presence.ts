import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AgentId } from '../../../main/contract/model.ts'
import { deskNow } from '../../state/selectors.ts'
import { recall, remember } from '../../state/local-storage.ts'
import { mirror } from '../../state/store.ts'
import { view } from '../../state/view-store.ts'
import type { Digest, Seen } from './digest.ts'
import { Presence, type Watched } from './presence.ts'

/** What is told now of what the person missed. */
const told = createStore<{ readonly digest: Digest | null }>(() => ({ digest: null }))

/** The digest of an agent, if one is shown. */
export const useDigest = (agent: AgentId): Digest | null =>
  useStore(told, (now) => (now.digest?.agent === agent ? now.digest : null))

/** The person has taken note of it. */
export const dismissDigest = (): void => told.setState({ digest: null })

type Places = Readonly<Record<AgentId, Seen>>

/** Remembers how far a conversation was seen; those of agents that are gone are let go. */
function keep(agent: AgentId, seen: Seen) {
  const { agents } = mirror.getState()
  const places = Object.entries(recall<Places>('seen', {})).filter(([id]) => id in agents)
  remember('seen', { ...Object.fromEntries(places), [agent]: seen })
}

/** Begins to follow what the person looks at; the answer ends it. */
export function followPresence(): () => void {
  const presence = new Presence({
    seen: (agent) => recall<Places>('seen', {})[agent],
    keep,
    tell: (digest) => told.setState({ digest }),
    clear: dismissDigest,
    now: () => Date.now(),
  })
  const look = () => presence.update(watchedNow(), !document.hidden && document.hasFocus())
  const leave = () => presence.leave()
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

/** The conversation in view, as far as the mirror has it. */
function watchedNow(): Watched | null {
  const { selected } = deskNow()
  if (selected === null) return null
  const held = mirror.getState().logs.agent[selected.id]
  return {
    id: selected.id,
    isWorking: selected.status === 'working',
    entries: held?.phase === 'ready' ? held.rows : null,
    pending: selected.pending,
  }
}
