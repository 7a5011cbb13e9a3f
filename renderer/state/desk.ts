import type { AgentId } from '../../main/contract/model.ts'
import type { GatheringId } from '../../main/contract/gatherings.ts'
import type { AgentView } from '../../main/contract/views.ts'
import { mirror, openAgents } from './store.ts'
import { view } from './view-store.ts'

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
  const { selected: chosen, link, gathering } = view.getState()
  const selected = link === null && gathering === null ? selectedOf(agents, chosen) : null
  const row = document.activeElement?.closest<HTMLElement>('.tab-row')
  const focused = agents.find((agent) => agent.id === row?.dataset['agent'])
  return { agents, selected, gathering, meant: focused ?? selected }
}
