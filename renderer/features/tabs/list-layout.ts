import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { thingsInView } from '../../state/selectors.ts'
import { mirror, openAgents, useMirror } from '../../state/store.ts'
import { view } from '../../state/view-store.ts'
import { asleepOf, tabGroups, walkOrder, type ListLayout, type TabGroup } from './groups.ts'

const asleep = createStore<{ readonly ids: ReadonlySet<AgentId> }>(() => ({ ids: new Set() }))

/** While the pointer is over the list, nothing moves. */
let isHeld = false

export function holdList(held: boolean): void {
  isHeld = held
  if (!held) settle()
}

function settle(): void {
  const agents = openAgents(mirror.getState())
  const shown = thingsInView().flatMap((thing) => (thing.kind === 'agent' ? [thing.id] : []))
  const ids = asleepOf(agents, shown)
  const before = asleep.getState().ids
  if (ids.size !== before.size || [...ids].some((id) => !before.has(id))) asleep.setState({ ids })
}

/**
 * Moves sleeping tabs under their heading while the pointer is not over the list. Returns the unsubscribe
 * function.
 */
export function followAsleep(): () => void {
  const look = () => !isHeld && settle()
  const ends = [mirror.subscribe(look), view.subscribe(look)]
  settle()
  return () => ends.forEach((end) => end())
}

const isByFolder = (): boolean => mirror.getState().status?.settings.tabGroups !== 'none'

export const groupsNow = (agents: readonly AgentView[]): readonly TabGroup[] =>
  tabGroups(agents, { isByFolder: isByFolder(), asleep: asleep.getState().ids })

/** Tabs in keyboard order. */
export const tabsToWalk = (agents: readonly AgentView[]): readonly AgentView[] =>
  walkOrder(agents, isByFolder())

export function useLayout(): ListLayout {
  const ids = useStore(asleep, (now) => now.ids)
  const byFolder = useMirror((now) => now.status?.settings.tabGroups !== 'none')
  return { isByFolder: byFolder, asleep: ids }
}
