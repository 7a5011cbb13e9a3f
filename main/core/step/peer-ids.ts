import { guestKey, guestName, isPeers, peerKeyOf, type PeerAuthor } from '../../contract/mail/authors.ts'
import type { HouseName, WireSender } from '../../contract/fleet/houses.ts'
import type { State } from './state.ts'
import type { HouseState } from './houses.ts'
import type { AgentId, Author } from '../../contract/api/model.ts'

/**
 * An agent of another house stands here under its id there and its house, `agt-…@attic`: the house is put in by who has
 * checked whose words came, so no house can name one of ours, nor one of a third.
 */
export function peerId<Id extends string>(house: HouseName, there: Id): Id {
  return `${there}@${house}` as Id
}

/** Whom an id names: on this machine, or on another with the id that it has there. */
type AgentRef<Id extends string = AgentId> =
  | { readonly at: 'local'; readonly id: Id }
  | { readonly at: 'remote'; readonly machine: HouseName; readonly id: Id }

export function refOf<Id extends string>(id: Id): AgentRef<Id> {
  const at = id.indexOf('@')
  return at < 0 ? { at: 'local', id } : { at: 'remote', machine: id.slice(at + 1), id: id.slice(0, at) as Id }
}

/** Whether an id names an agent of another machine, or what another machine owns. */
export const isRemote = (id: string): boolean => id.includes('@')

/** The house of a peer, or of what another house keeps; null: it is one of ours. */
export function houseOf(id: string): HouseName | null {
  const ref = refOf(id)
  return ref.at === 'local' ? null : ref.machine
}

/** Who wrote from a house, as it stands here. */
export function authorThere(house: HouseName, from: WireSender): PeerAuthor {
  return 'id' in from
    ? { kind: 'agent', id: peerId(house, from.id) }
    : { kind: 'guest', house, name: from.name }
}

/** Which house a sender is of; null: this one. */
export function homeOf(author: Author): HouseName | null {
  return isPeers(author) ? houseOf(peerKeyOf(author)) : null
}

/** The id of a peer, or of what another house keeps, in its own house. */
export const idThere = <Id extends string>(id: Id): Id => refOf(id).id

/** Whether an agent of another machine is shared by it now. */
export function isShared({ houses }: Pick<State, 'houses'>, id: AgentId): boolean {
  const ref = refOf(id)
  return (
    ref.at === 'remote' && houses.get(ref.machine)?.house.agents.some((one) => one.id === ref.id) === true
  )
}

/** The name under which a peer stands here, as "Bob@attic"; null: its house does not share it, or not any more. */
export function nameOfPeer(houses: ReadonlyMap<HouseName, HouseState>, id: AgentId): string | null {
  const house = houseOf(id) ?? ''
  if (id === guestKey(house)) {
    const { person = null } = houses.get(house)?.house ?? {}
    return person === null ? null : guestName(person, house)
  }
  const found = houses.get(house)?.house.agents.find((one) => peerId(house, one.id) === id)
  return found ? `${found.name}@${house}` : null
}

/** What an agent is called now, of this house or another; null: it is gone. */
export function nameNow({ agents, houses }: Pick<State, 'agents' | 'houses'>, id: AgentId): string | null {
  return agents.get(id)?.agent.name ?? nameOfPeer(houses, id)
}

/** Who speaks in a circle, as the house that keeps it says: "Ann", who is of that house, or "Bob@barn", as in what all are told. */
export const nameInCircle = (name: string, house: HouseName): string =>
  name.includes('@') ? name : `${name}@${house}`

/** Who speaks over a link is of the house that keeps it, or of another, in whose name it speaks. */
export const nameOver = (name: string, house: HouseName): string =>
  name.includes('@') ? `${name} over ${house}` : `${name}@${house}`
