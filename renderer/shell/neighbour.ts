import type { AgentId } from '../../main/contract/api/model.ts'
import type { AgentView } from '../../main/contract/api/views.ts'
import { mirror, openAgents } from '../state/store.ts'
import { other, stoodIn } from '../state/panes.ts'
import { movePanes, view } from '../state/view-store.ts'
import { groupsNow } from '../features/tabs/list-layout.ts'

/**
 * The tab that takes the place of one that is closed, as the list showed them before: the one below it in its group,
 * else the one above, else whatever stands nearest.
 */
export function tabAfterClosing(
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

/**
 * When a tab that a pane has is closed, by whatever way, its neighbour takes its place, unless the other pane shows
 * that; without one the pane goes. So does a pane whose tab is gone when the window comes to know what is there.
 */
export function followClosing(): () => void {
  return mirror.subscribe((now, before) => {
    if (now.agents === before.agents) return
    const isOpen = (id: AgentId) => now.agents[id]?.closed === false
    const were = openAgents(before)
    const isFirst = before.snapshots === 0 && now.snapshots > 0
    // The second first: the first may go, and then that stands in its place.
    for (const at of [1, 0] as const) {
      const { panes } = view.getState()
      const tab = panes.list[at]?.tab ?? null
      if (tab === null || isOpen(tab)) continue
      const isFree = (id: AgentId) => isOpen(id) && panes.list[other(at)]?.tab !== id
      if (were.some(({ id }) => id === tab))
        movePanes((all) => stoodIn(all, at, tabAfterClosing(were, tab, isFree)))
      else if (isFirst && panes.list.length === 2) movePanes((all) => stoodIn(all, at, null))
    }
  })
}
