import { userKey } from '../../main/contract/mail/authors.ts'
import { usualKind } from '../../main/contract/agents/kinds.ts'
import type { FleetView, MachineView } from '../../main/contract/fleet/fleet-views.ts'
import type { PeerAgent } from '../../main/contract/fleet/machines.ts'
import type { AgentId } from '../../main/contract/api/model.ts'

/** An agent of another machine, with its machine. */
export interface Peer {
  readonly machine: MachineView
  readonly agent: PeerAgent
}

/** Whether somebody of another machine stands here under that id, shared now or not. */
export const isRemoteId = (id: AgentId): boolean => id.includes('@')

/** The agent that stands here under an id with a machine, as `agt-…@attic`; null: its machine shares none of that id. */
export function peerOf(id: AgentId, fleet: FleetView | null): Peer | null {
  const at = id.indexOf('@')
  if (at < 0 || fleet === null) return null
  return peerIn(fleet, id.slice(at + 1), id.slice(0, at))
}

/** The agent of that id on that machine, by its id there; null: it is not shared, or the machine not known. */
export function peerIn(fleet: FleetView | null, machine: string, id: string): Peer | null {
  const of = fleet?.machines.find(({ name }) => name === machine)
  const agent = id === userKey ? of && userIn(of) : of?.agents.find((one) => one.id === id)
  return of && agent ? { machine: of, agent } : null
}

/** The user of another machine, who can be given a seat, as an agent would be shown; undefined: nothing is known of them. */
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

/** Who of other machines can be given a seat: the agents that they share, and their users. */
export const peersToSeat = (fleet: FleetView | null): readonly Peer[] =>
  (fleet?.machines ?? []).flatMap((machine) => {
    const user = userIn(machine)
    return [...machine.agents, ...(user ? [user] : [])].map((agent) => ({ machine, agent }))
  })

/** Whether an id, there or with its machine, is that of the user of another machine. */
export const isGuest = (id: AgentId): boolean => id.split('@')[0] === userKey

/** The id under which an agent of another machine stands here. */
export const peerIdOf = ({ machine, agent }: Peer): AgentId => `${agent.id}@${machine.name}`

/** Under which name an agent of another machine is written to from here, as `Bob@attic`. */
export const peerName = ({ machine, agent }: Peer): string => `${agent.name}@${machine.name}`

/** The id under which an agent of that name stands here, as `agt-…@attic`; undefined: no peer is called so. */
export function peerNamed(name: string, fleet: FleetView | null): AgentId | undefined {
  const wanted = name.trim().toLowerCase()
  for (const machine of fleet?.machines ?? []) {
    const agent = machine.agents.find((one) => peerName({ machine, agent: one }).toLowerCase() === wanted)
    if (agent) return `${agent.id}@${machine.name}`
  }
  return undefined
}

/** How an agent of another machine is called here, by its id here; empty: it is not shared. */
export function nameOfPeerIn(fleet: FleetView | null, id: AgentId): string {
  const peer = peerOf(id, fleet)
  return peer ? peerName(peer) : ''
}
