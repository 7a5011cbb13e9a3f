import { useMemo } from 'react'
import type { FleetView } from '../../../main/contract/fleet/fleet-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { peerName } from '../../state/peers.ts'
import { openAgents, useMirror, useMirrorList } from '../../state/store.ts'

/** An agent, local or remote, that can be mentioned. */
export interface Addressee extends Pick<AgentView, 'id' | 'name' | 'status'> {
  readonly abilities: Pick<AgentView['abilities'], 'images'>
}

/** Local agents come first. */
export function useAddressees(but: AgentId): readonly Addressee[] {
  const own = useMirrorList(openAgents)
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  return useMemo(() => [...own.filter(({ id }) => id !== but), ...peersIn(fleet)], [own, fleet, but])
}

/** Remote agents count as idle: their own machine decides when they get a message. */
function peersIn(fleet: FleetView | null): readonly Addressee[] {
  return (fleet?.machines ?? []).flatMap((machine) =>
    machine.agents.map((agent) => ({
      id: `${agent.id}@${machine.name}` as const,
      name: peerName({ machine, agent }),
      status: 'idle' as const,
      abilities: { images: true },
    })),
  )
}
