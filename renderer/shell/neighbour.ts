import type { AgentId } from '../../main/contract/model.ts'
import type { AgentView } from '../../main/contract/views.ts'
import { mirror, openAgents } from '../state/store.ts'
import { standIn, view } from '../state/view-store.ts'
import { groupsNow } from '../features/tabs/list-layout.ts'

/**
 * The tab that takes the place of one that is closed, as the list showed them before: the one below it in its group,
 * else the one above, else whatever stands nearest.
 */
export function neighbourOf(
  before: readonly AgentView[],
  closed: AgentId,
  isOpen: (id: AgentId) => boolean,
): AgentId | null {
  const groups = groupsNow(before).map((group) => group.agents.map(({ id }) => id))
  const own = groups.find((ids) => ids.includes(closed)) ?? []
  return nearest(own, closed, isOpen) ?? nearest(groups.flat(), closed, isOpen)
}

function nearest(ids: readonly AgentId[], id: AgentId, isOpen: (id: AgentId) => boolean): AgentId | null {
  const at = ids.indexOf(id)
  return ids.slice(at + 1).find(isOpen) ?? ids.slice(0, Math.max(at, 0)).findLast(isOpen) ?? null
}

/** When the tab in view is closed, by whatever way, its neighbour takes its place. */
export function followClosing(): () => void {
  return mirror.subscribe((now, before) => {
    const { selected } = view.getState()
    const isOpen = (id: AgentId) => now.agents[id]?.closed === false
    if (now.agents === before.agents || selected === null || isOpen(selected)) return
    const were = openAgents(before)
    if (were.some(({ id }) => id === selected)) standIn(neighbourOf(were, selected, isOpen))
  })
}
