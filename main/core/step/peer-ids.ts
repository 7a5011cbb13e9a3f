import { guestKey, guestName, isPeers, peerKeyOf, type PeerAuthor } from '../../contract/mail/authors.ts'
import type { MachineName, WireSender } from '../../contract/fleet/machines.ts'
import type { State } from './state.ts'
import type { MachineState } from './machines.ts'
import type { AgentId, Author } from '../../contract/api/model.ts'

/**
 * Another machine's agent has its id there plus its machine, `agt-…@attic`. The receiver adds the machine
 * after checking the signature, so no machine can name agents of this one or of a third.
 */
export function peerId<Id extends string>(machine: MachineName, there: Id): Id {
  return `${there}@${machine}` as Id
}

/** `id` is the one on its own machine. */
type AgentRef<Id extends string = AgentId> =
  | { readonly at: 'local'; readonly id: Id }
  | { readonly at: 'remote'; readonly machine: MachineName; readonly id: Id }

export function refOf<Id extends string>(id: Id): AgentRef<Id> {
  const at = id.indexOf('@')
  return at < 0 ? { at: 'local', id } : { at: 'remote', machine: id.slice(at + 1), id: id.slice(0, at) as Id }
}

/** Whether an id belongs to another machine. */
export const isRemote = (id: string): boolean => id.includes('@')

/** Null: this machine. */
export function machineOf(id: string): MachineName | null {
  const ref = refOf(id)
  return ref.at === 'local' ? null : ref.machine
}

export function remoteAuthor(machine: MachineName, from: WireSender): PeerAuthor {
  return 'id' in from
    ? { kind: 'agent', id: peerId(machine, from.id) }
    : { kind: 'guest', machine, name: from.name }
}

/** Null: this machine. */
export function machineOfAuthor(author: Author): MachineName | null {
  return isPeers(author) ? machineOf(peerKeyOf(author)) : null
}

export const ownIdOf = <Id extends string>(id: Id): Id => refOf(id).id

export function isShared({ machines }: Pick<State, 'machines'>, id: AgentId): boolean {
  const ref = refOf(id)
  return (
    ref.at === 'remote' && machines.get(ref.machine)?.machine.agents.some((one) => one.id === ref.id) === true
  )
}

/** As "Bob@attic"; null: its machine doesn't share it (any more). */
export function nameOfPeer(machines: ReadonlyMap<MachineName, MachineState>, id: AgentId): string | null {
  const machine = machineOf(id) ?? ''
  if (id === guestKey(machine)) {
    const { user = null } = machines.get(machine)?.machine ?? {}
    return user === null ? null : guestName(user, machine)
  }
  const found = machines.get(machine)?.machine.agents.find((one) => peerId(machine, one.id) === id)
  return found ? `${found.name}@${machine}` : null
}

/** Current name of a local or remote agent; null: it is gone. */
export function nameNow(
  { agents, machines }: Pick<State, 'agents' | 'machines'>,
  id: AgentId,
): string | null {
  return agents.get(id)?.agent.name ?? nameOfPeer(machines, id)
}

/** `name` is from the gathering's owner: a bare "Ann" is on that machine; "Bob@barn" is on a third. */
export const nameInCircle = (name: string, machine: MachineName): string =>
  name.includes('@') ? name : `${name}@${machine}`

/** A bare name is on the link's owner machine; any other spoke through it. */
export const nameOver = (name: string, machine: MachineName): string =>
  name.includes('@') ? `${name} over ${machine}` : `${name}@${machine}`
