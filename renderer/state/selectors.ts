import type { GatheringView } from '../../main/contract/gathering-views.ts'
import type { AgentId } from '../../main/contract/model.ts'
import type { LinkView } from '../../main/contract/link-views.ts'
import type { GatheringId } from '../../main/contract/gatherings.ts'
import type { AgentView } from '../../main/contract/views.ts'
import type { Mirror } from './mirror.ts'
import { mirror, openAgents } from './store.ts'
import { view } from './view-store.ts'

/** Does it wait for the person's word, proposed by this agent? */
export const isProposalOf = ({ state, convened }: GatheringView, agent: AgentId): boolean =>
  state === 'proposed' && convened.by.kind === 'agent' && convened.by.id === agent

/** Those that are listed: open ones, and closed ones that were not put away; newest first. */
export const listedGatherings = (gatherings: Mirror['gatherings']): readonly GatheringView[] =>
  Object.values<GatheringView>(gatherings)
    .filter((one) => !one.shelved)
    .sort((a, b) => b.convened.at - a.convened.at)

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

/** What an action of the window can be about. */
export interface Desk {
  /** The open tabs, in their order. */
  readonly agents: readonly AgentView[]
  /** The tab in view; null where none is, or a link or a gathering is in its place. */
  readonly selected: AgentView | null
  /** The gathering in view. */
  readonly gathering: GatheringId | null
  /** The tab that has the focus in the list, else the one in view. */
  readonly meant: AgentView | null
}

/** The tab in view; where the chosen one is gone, the first. */
export const selectedOf = (agents: readonly AgentView[], chosen: AgentId | null): AgentView | null =>
  agents.find((agent) => agent.id === chosen) ?? agents[0] ?? null

/** How the window stands now. */
export function deskNow(): Desk {
  const agents = openAgents(mirror.getState())
  const { selected: chosen, link, timeline, ...rest } = view.getState()
  const gathering = timeline ? null : rest.gathering
  const isTab = !timeline && link === null && gathering === null
  const selected = isTab ? selectedOf(agents, chosen) : null
  const row = document.activeElement?.closest<HTMLElement>('[data-part=tab-row]')
  const focused = agents.find((agent) => agent.id === row?.dataset['agent'])
  return { agents, selected, gathering, meant: focused ?? selected }
}
