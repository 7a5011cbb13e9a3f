import type { MachineName } from '../fleet/machines.ts'
import type { AgentId, Author } from '../api/model.ts'

/** Who writes to an agent as a peer: another agent, or a user of another machine. */
export type PeerAuthor = Extract<Author, { kind: 'agent' | 'guest' }>

/** Whether these are a peer's words: they have none of the rights that the user of this machine has. */
export const isPeers = (author: Author): author is PeerAuthor =>
  author.kind === 'agent' || author.kind === 'guest'

/**
 * Under what a peer is counted, allowed and remembered: an agent under its id, the user of another machine under one that
 * no agent there can have, since theirs have ten characters. By what name that user goes changes nothing.
 */
export const peerKeyOf = (author: PeerAuthor): AgentId =>
  author.kind === 'agent' ? author.id : guestKey(author.machine)

/** The user of the machine that is spoken of, where a seat or words are theirs. */
export const userKey: AgentId = 'agt-person'

/** The user of another machine, as they stand here. */
export const guestKey = (machine: MachineName): AgentId => `${userKey}@${machine}`

/** Under what a sender's words are kept: the user of this machine is one sender, at the window as at the API. */
export const senderKey = (author: Author): string => (isPeers(author) ? peerKeyOf(author) : author.kind)

/** How a user of another machine is called here, as "Anna@attic". */
export const guestName = (name: string, machine: MachineName): string => `${name}@${machine}`

/** Who says in a circle over machines what nobody in it says. */
export const circleName = 'the circle'

/** The same as users read it. */
export const circleLabel = (machine: string): string => `the gathering on ${machine}`
