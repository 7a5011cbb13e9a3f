import type { AgentId } from '../../main/contract/api/model.ts'
import type { AgentView } from '../../main/contract/api/views.ts'
import { mirror, openAgents } from '../state/store.ts'
import { other, replaceTab } from '../state/panes.ts'
import { movePanes, view } from '../state/view-store.ts'
import { groupsNow } from '../features/tabs/list-layout.ts'

/**
 * The tab to show after closing one, by the former list: the next in its group, else the previous one, else
 * the nearest.
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
 * When a pane's tab is closed, by any means, a neighbor replaces it unless the other pane shows that; without
 * a neighbor the pane is removed. The same when a tab is gone after a snapshot.
 */
export function followClosing(): () => void {
  return mirror.subscribe((now, before) => {
    if (now.agents === before.agents) return
    const isOpen = (id: AgentId) => now.agents[id]?.closed === false
    const were = openAgents(before)
    const isFirst = before.snapshots === 0 && now.snapshots > 0
    // The second pane first: removing the first would shift it.
    for (const at of [1, 0] as const) {
      const { panes } = view.getState()
      const tab = panes.list[at]?.tab ?? null
      if (tab === null || isOpen(tab)) continue
      const isFree = (id: AgentId) => isOpen(id) && panes.list[other(at)]?.tab !== id
      if (were.some(({ id }) => id === tab))
        movePanes((all) => replaceTab(all, at, tabAfterClosing(were, tab, isFree)))
      else if (isFirst && panes.list.length === 2) movePanes((all) => replaceTab(all, at, null))
    }
  })
}
