import type { LinkView } from '../../../main/contract/link-views.ts'
import type { AgentId, Author } from '../../../main/contract/model.ts'
import type { AgentView } from '../../../main/contract/views.ts'

/** What is read of a link to tell between whom it is. */
type Tie = Pick<LinkView, 'members'>
type Agents = Readonly<Record<AgentId, AgentView>>

/** An agent as whoever said something. */
export const authorOf = (id: AgentId): Author => ({ kind: 'agent', id })

/** The present name of a member. */
export const memberName = (id: AgentId, agents: Agents): string => agents[id]?.name ?? 'a deleted agent'

/** `Scout ⇄ Builder`. */
export const namesOf = ({ members }: Tie, agents: Agents): string =>
  members.map((id) => memberName(id, agents)).join(' ⇄ ')

/** `Scout and Builder`, `Scout, Builder and Critic`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** On which side of the spine a speaker stands. Among more than two everybody speaks from the left. */
export const sideOf = ({ members }: Tie, from: AgentId): 'left' | 'right' =>
  members.length > 2 || from === members[0] ? 'left' : 'right'
