import type { LinkView } from '../../main/contract/link-views.ts'
import type { AgentId } from '../../main/contract/model.ts'
import type { Mirror } from './mirror.ts'

/** The open links of an agent, in order of opening. */
export const openLinksOf = (links: Mirror['links'], agent: AgentId): readonly LinkView[] =>
  openLinks(links).filter((link) => link.members.includes(agent))

/** All open links, in order of opening. */
export const openLinks = (links: Mirror['links']): readonly LinkView[] =>
  Object.values<LinkView>(links).filter((link) => link.closed === null)

/** The open link of just these agents, in whatever order. */
export const linkBetween = (links: Mirror['links'], agents: readonly AgentId[]): LinkView | undefined =>
  openLinks(links).find(
    ({ members }) => members.length === agents.length && agents.every((id) => members.includes(id)),
  )
