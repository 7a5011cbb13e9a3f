import { personKey } from '../../main/contract/mail/authors.ts'
import { usualKind } from '../../main/contract/agents/kinds.ts'
import type { FleetView, HouseView } from '../../main/contract/fleet/fleet-views.ts'
import type { PeerAgent } from '../../main/contract/fleet/houses.ts'
import type { AgentId } from '../../main/contract/api/model.ts'

/** An agent of another house, with its house. */
export interface Peer {
  readonly house: HouseView
  readonly agent: PeerAgent
}

/** Whether somebody of another house stands here under that id, shared now or not. */
export const isElsewhere = (id: AgentId): boolean => id.includes('@')

/** The agent that stands here under an id with a house, as `agt-…@attic`; null: its house shares none of that id. */
export function peerOf(id: AgentId, fleet: FleetView | null): Peer | null {
  const at = id.indexOf('@')
  if (at < 0 || fleet === null) return null
  return peerIn(fleet, id.slice(at + 1), id.slice(0, at))
}

/** The agent of that id in that house, by its id there; null: it is not shared, or the house not known. */
export function peerIn(fleet: FleetView | null, house: string, id: string): Peer | null {
  const of = fleet?.houses.find(({ name }) => name === house)
  const agent = id === personKey ? of && personIn(of) : of?.agents.find((one) => one.id === id)
  return of && agent ? { house: of, agent } : null
}

/** The person of another house, who can be given a seat, as an agent would be shown; undefined: nothing is known of them. */
function personIn({ person }: Pick<HouseView, 'person'>): PeerAgent | undefined {
  if (person === null) return undefined
  return {
    id: personKey,
    name: person,
    kind: usualKind,
    role: '',
    look: { hue: 1, shape: 1 },
    status: 'idle',
    needs: null,
    shared: 'ask',
  }
}

/** Who of other houses can be given a seat: the agents that they share, and their persons. */
export const peersToSeat = (fleet: FleetView | null): readonly Peer[] =>
  (fleet?.houses ?? []).flatMap((house) => {
    const person = personIn(house)
    return [...house.agents, ...(person ? [person] : [])].map((agent) => ({ house, agent }))
  })

/** Whether an id, there or with its house, is that of the person of another house. */
export const isGuest = (id: AgentId): boolean => id.split('@')[0] === personKey

/** The id under which an agent of another house stands here. */
export const peerIdOf = ({ house, agent }: Peer): AgentId => `${agent.id}@${house.name}`

/** Under which name an agent of another house is written to from here, as `Bob@attic`. */
export const peerName = ({ house, agent }: Peer): string => `${agent.name}@${house.name}`

/** The id under which an agent of that name stands here, as `agt-…@attic`; undefined: no peer is called so. */
export function peerNamed(name: string, fleet: FleetView | null): AgentId | undefined {
  const wanted = name.trim().toLowerCase()
  for (const house of fleet?.houses ?? []) {
    const agent = house.agents.find((one) => peerName({ house, agent: one }).toLowerCase() === wanted)
    if (agent) return `${agent.id}@${house.name}`
  }
  return undefined
}

/** How an agent of another house is called here, by its id here; empty: it is not shared. */
export function nameOfPeerIn(fleet: FleetView | null, id: AgentId): string {
  const peer = peerOf(id, fleet)
  return peer ? peerName(peer) : ''
}
