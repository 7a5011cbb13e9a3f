import { userKey } from '../../main/contract/mail/authors.ts'
import { usualKind } from '../../main/contract/agents/kinds.ts'
import type { FleetView, MachineView } from '../../main/contract/fleet/fleet-views.ts'
import type { PeerAgent } from '../../main/contract/fleet/machines.ts'
import type { AgentId } from '../../main/contract/api/model.ts'

export interface Peer {
  readonly machine: MachineView
  readonly agent: PeerAgent
}

/** Whether an id belongs to another machine, shared now or not. */
export const isRemoteId = (id: AgentId): boolean => id.includes('@')

/** Finds a remote agent by its id here, `agt-…@attic`; null if it is not shared. */
export function peerOf(id: AgentId, fleet: FleetView | null): Peer | null {
  const at = id.indexOf('@')
  if (at < 0 || fleet === null) return null
  return peerIn(fleet, id.slice(at + 1), id.slice(0, at))
}

/** Finds a remote agent by its id on its machine; null if it is not shared, or the machine is unknown. */
export function peerIn(fleet: FleetView | null, machine: string, id: string): Peer | null {
  const of = fleet?.machines.find(({ name }) => name === machine)
  const agent = id === userKey ? of && userIn(of) : of?.agents.find((one) => one.id === id)
  return of && agent ? { machine: of, agent } : null
}

/** Represents a remote user as an agent; undefined if nothing is known of them. */
function userIn({ user }: Pick<MachineView, 'user'>): PeerAgent | undefined {
  if (user === null) return undefined
  return {
    id: userKey,
    name: user,
    kind: usualKind,
    role: '',
    look: { hue: 1, shape: 1 },
    status: 'idle',
    needs: null,
    shared: 'ask',
  }
}

/** Shared remote agents and remote users, who can take a seat. */
export const peersToSeat = (fleet: FleetView | null): readonly Peer[] =>
  (fleet?.machines ?? []).flatMap((machine) => {
    const user = userIn(machine)
    return [...machine.agents, ...(user ? [user] : [])].map((agent) => ({ machine, agent }))
  })

/** Whether an id, with or without machine, is that of a remote user. */
export const isGuest = (id: AgentId): boolean => id.split('@')[0] === userKey

/** `agt-…@attic`. */
export const peerIdOf = ({ machine, agent }: Peer): AgentId => `${agent.id}@${machine.name}`

/** `Bob@attic`. */
export const peerName = ({ machine, agent }: Peer): string => `${agent.name}@${machine.name}`

/** Finds a remote agent's id by its name, `Bob@attic`; undefined if there is none. */
export function peerNamed(name: string, fleet: FleetView | null): AgentId | undefined {
  const wanted = name.trim().toLowerCase()
  for (const machine of fleet?.machines ?? []) {
    const agent = machine.agents.find((one) => peerName({ machine, agent: one }).toLowerCase() === wanted)
    if (agent) return `${agent.id}@${machine.name}`
  }
  return undefined
}

/** Name of a remote agent by its id here; empty if it is not shared. */
export function nameOfPeerIn(fleet: FleetView | null, id: AgentId): string {
  const peer = peerOf(id, fleet)
  return peer ? peerName(peer) : ''
}
