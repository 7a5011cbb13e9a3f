import { guestKey, guestName, isPeers, peerKeyOf, type PeerAuthor } from '../../contract/mail/authors.ts'
import type { MachineName, WireSender } from '../../contract/fleet/machines.ts'
import type { State } from './state.ts'
import type { MachineState } from './machines.ts'
import type { AgentId, Author } from '../../contract/api/model.ts'

/**
 * An agent of another machine stands here under its id there and its machine, `agt-…@attic`: the machine is put in by who has
 * checked whose words came, so no machine can name one of ours, nor one of a third.
 */
export function peerId<Id extends string>(machine: MachineName, there: Id): Id {
  return `${there}@${machine}` as Id
}

/** Whom an id names: on this machine, or on another with the id that it has there. */
type AgentRef<Id extends string = AgentId> =
  | { readonly at: 'local'; readonly id: Id }
  | { readonly at: 'remote'; readonly machine: MachineName; readonly id: Id }

export function refOf<Id extends string>(id: Id): AgentRef<Id> {
  const at = id.indexOf('@')
  return at < 0 ? { at: 'local', id } : { at: 'remote', machine: id.slice(at + 1), id: id.slice(0, at) as Id }
}

/** Whether an id names an agent of another machine, or what another machine owns. */
export const isRemote = (id: string): boolean => id.includes('@')

/** The machine of a peer, or of what another machine keeps; null: it is one of ours. */
export function machineOf(id: string): MachineName | null {
  const ref = refOf(id)
  return ref.at === 'local' ? null : ref.machine
}

/** Who wrote from a machine, as it stands here. */
export function remoteAuthor(machine: MachineName, from: WireSender): PeerAuthor {
  return 'id' in from
    ? { kind: 'agent', id: peerId(machine, from.id) }
    : { kind: 'guest', machine, name: from.name }
}

/** Which machine a sender is of; null: this one. */
export function machineOfAuthor(author: Author): MachineName | null {
  return isPeers(author) ? machineOf(peerKeyOf(author)) : null
}

/** The id of a peer, or of what another machine keeps, on its own machine. */
export const ownIdOf = <Id extends string>(id: Id): Id => refOf(id).id

/** Whether an agent of another machine is shared by it now. */
export function isShared({ machines }: Pick<State, 'machines'>, id: AgentId): boolean {
  const ref = refOf(id)
  return (
    ref.at === 'remote' && machines.get(ref.machine)?.machine.agents.some((one) => one.id === ref.id) === true
  )
}

/** The name under which a peer stands here, as "Bob@attic"; null: its machine does not share it, or not any more. */
export function nameOfPeer(machines: ReadonlyMap<MachineName, MachineState>, id: AgentId): string | null {
  const machine = machineOf(id) ?? ''
  if (id === guestKey(machine)) {
    const { user = null } = machines.get(machine)?.machine ?? {}
    return user === null ? null : guestName(user, machine)
  }
  const found = machines.get(machine)?.machine.agents.find((one) => peerId(machine, one.id) === id)
  return found ? `${found.name}@${machine}` : null
}

/** What an agent is called now, of this machine or another; null: it is gone. */
export function nameNow(
  { agents, machines }: Pick<State, 'agents' | 'machines'>,
  id: AgentId,
): string | null {
  return agents.get(id)?.agent.name ?? nameOfPeer(machines, id)
}

/** Who speaks in a circle, as the machine that keeps it says: "Ann", who is of that machine, or "Bob@barn", as in what all are told. */
export const nameInCircle = (name: string, machine: MachineName): string =>
  name.includes('@') ? name : `${name}@${machine}`

/** Who speaks over a link is of the machine that keeps it, or of another, in whose name it speaks. */
export const nameOver = (name: string, machine: MachineName): string =>
  name.includes('@') ? `${name} over ${machine}` : `${name}@${machine}`
