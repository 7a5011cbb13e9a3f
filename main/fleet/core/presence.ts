import type { Presence } from '../../contract/fleet/houses.ts'
import type { State } from '../../core/step/state.ts'
import { needsOf } from '../../core/step/status.ts'
import { protocol } from './log.ts'

/** What a house says of itself: whom it shares, and how far it has heard the others. */
export function peersOf({ agents, houses }: State): Pick<Presence, 'v' | 'min' | 'agents' | 'heard'> {
  const shared = [...agents.values()].flatMap((state) => {
    const { id, name, kind, role, look, status, shared: how = 'no', closedAt } = state.agent
    if (how === 'no' || closedAt !== null) return []
    return [{ id, name, kind, role, look, status, needs: needsOf(state), shared: how }]
  })
  const heard = Object.fromEntries([...houses].map(([name, { house }]) => [name, house.heard]))
  return { ...protocol, agents: shared, heard }
}
