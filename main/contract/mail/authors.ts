import type { MachineName } from '../fleet/machines.ts'
import type { AgentId, Author } from '../api/model.ts'

/** Another agent, or a user of another machine. */
export type PeerAuthor = Extract<Author, { kind: 'agent' | 'guest' }>

/** Peers have none of the rights of this machine's user. */
export const isPeers = (author: Author): author is PeerAuthor =>
  author.kind === 'agent' || author.kind === 'guest'

/**
 * Identifies a peer in counts and permissions: an agent by its id, another machine's user by an id that no
 * agent there can have, since theirs have ten characters. Independent of the user's name.
 */
export const peerKeyOf = (author: PeerAuthor): AgentId =>
  author.kind === 'agent' ? author.id : guestKey(author.machine)

/** Id for the user in place of an agent's id. */
export const userKey: AgentId = 'agt-person'

/** Id here of another machine's user. */
export const guestKey = (machine: MachineName): AgentId => `${userKey}@${machine}`

/** The user of this machine is one sender, in the window and through the API. */
export const senderKey = (author: Author): string => (isPeers(author) ? peerKeyOf(author) : author.kind)

/** "Anna@attic". */
export const guestName = (name: string, machine: MachineName): string => `${name}@${machine}`

/** Author of texts from a circle that no seat wrote. */
export const circleName = 'the circle'

/** For users. */
export const circleLabel = (machine: string): string => `the gathering on ${machine}`
