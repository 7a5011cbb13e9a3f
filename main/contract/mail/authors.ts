import type { HouseName } from '../fleet/houses.ts'
import type { AgentId, Author } from '../api/model.ts'

/** Who writes to an agent as a peer: another agent, or a person of another house. */
export type PeerAuthor = Extract<Author, { kind: 'agent' | 'guest' }>

/** Whether these are a peer's words: they have none of the rights that the person of this house has. */
export const isPeers = (author: Author): author is PeerAuthor =>
  author.kind === 'agent' || author.kind === 'guest'

/**
 * Under what a peer is counted, allowed and remembered: an agent under its id, the person of another house under one that
 * no agent there can have, since theirs have ten characters. By what name that person goes changes nothing.
 */
export const peerKeyOf = (author: PeerAuthor): AgentId =>
  author.kind === 'agent' ? author.id : guestKey(author.house)

/** The person of the house that is spoken of, where a seat or words are theirs. */
export const personKey: AgentId = 'agt-person'

/** The person of another house, as they stand here. */
export const guestKey = (house: HouseName): AgentId => `${personKey}@${house}`

/** Under what a sender's words are kept: the person of this house is one sender, at the window as at the API. */
export const senderKey = (author: Author): string => (isPeers(author) ? peerKeyOf(author) : author.kind)

/** How a person of another house is called here, as "Anna@attic". */
export const guestName = (name: string, house: HouseName): string => `${name}@${house}`

/** Who says in a circle over houses what nobody in it says. */
export const circleName = 'the circle'
