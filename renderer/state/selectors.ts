import type { GatheringView } from '../../main/contract/gatherings/gathering-views.ts'
import type { AgentId } from '../../main/contract/api/model.ts'
import type { LinkView } from '../../main/contract/links/link-views.ts'
import type { GatheringId } from '../../main/contract/gatherings/gatherings.ts'
import type { AgentView } from '../../main/contract/api/views.ts'
import type { Mirror } from './mirror.ts'
import { mirror, openAgents, type Settled } from './store.ts'
import { focused, shownIn, type PaneState, type Thing } from './panes.ts'
import { useView, view } from './view-store.ts'

/** Whether an agent has proposed the gathering, and the user must decide. */
export const isProposalOf = ({ state, convened }: GatheringView, agent: AgentId): boolean =>
  state === 'proposed' && convened.by.kind === 'agent' && convened.by.id === agent

/** Open gatherings and closed ones that are not archived, newest first. */
export const listedGatherings = (gatherings: Mirror['gatherings']): readonly GatheringView[] =>
  Object.values<GatheringView>(gatherings)
    .filter((one) => !one.shelved)
    .sort((a, b) => b.convened.at - a.convened.at)

/** In order of opening. */
export const openLinksOf = (links: Mirror['links'], agent: AgentId): readonly LinkView[] =>
  openLinks(links).filter((link) => link.members.includes(agent))

/** In order of opening. */
export const openLinks = (links: Mirror['links']): readonly LinkView[] =>
  Object.values<LinkView>(links).filter((link) => link.closed === null)

/** The open link with exactly these members, in any order. */
export const linkBetween = (links: Mirror['links'], agents: readonly AgentId[]): LinkView | undefined =>
  openLinks(links).find(
    ({ members }) => members.length === agents.length && agents.every((id) => members.includes(id)),
  )

/** What an action of the window can apply to. */
export interface Desk {
  readonly agents: readonly AgentView[]
  /** The tab in the focused pane; null if that shows something else. */
  readonly selected: AgentView | null
  readonly gathering: GatheringId | null
  /** The focused tab in the list, else `selected`. */
  readonly meant: AgentView | null
}

/** Falls back to the first tab. */
export const selectedOf = (agents: readonly AgentView[], chosen: AgentId | null): AgentView | null =>
  agents.find((agent) => agent.id === chosen) ?? agents[0] ?? null

/** What a pane shows; a single pane without a chosen tab shows the first. */
export function standingIn(pane: PaneState, isAlone: boolean, agents: readonly AgentView[]): Thing | null {
  const thing = shownIn(pane)
  if (thing !== null && thing.kind !== 'agent') return thing
  const agent = isAlone ? selectedOf(agents, pane.tab) : agents.find(({ id }) => id === pane.tab)
  return agent ? { kind: 'agent', id: agent.id } : null
}

export function focusedThing(agents: readonly AgentView[]): Thing | null {
  const { panes } = view.getState()
  return standingIn(focused(panes), panes.list.length === 1, agents)
}

/** The tab that a pane shows; null if the window has no room for that pane. */
export function agentInView(pane: PaneState): AgentView | null {
  const { panes, room } = view.getState()
  if (room === 1 && pane !== focused(panes)) return null
  const agents = openAgents(mirror.getState())
  const thing = standingIn(pane, panes.list.length === 1, agents)
  return agents.find(({ id }) => id === agentIn(thing)) ?? null
}

/** What the panes in view show. */
export function thingsInView(): readonly Thing[] {
  const { panes, room } = view.getState()
  const agents = openAgents(mirror.getState())
  const seen = room === 1 ? [focused(panes)] : panes.list
  return seen.flatMap((pane) => standingIn(pane, panes.list.length === 1, agents) ?? [])
}

export const isInView = (kind: Thing['kind'], id: string): boolean =>
  thingsInView().some((thing) => thing.kind === kind && 'id' in thing && thing.id === id)

export const useShownAnywhere = (kind: Thing['kind'], id = ''): boolean =>
  useView(({ panes }) =>
    panes.list.some((pane) => {
      const thing = shownIn(pane)
      return thing?.kind === kind && (!('id' in thing) || thing.id === id)
    }),
  )

const agentIn = (thing: Thing | null) => (thing?.kind === 'agent' ? thing.id : null)

/**
 * Whether the sidebar has anything to list: tabs, or machines of a fleet, whose users may invite this one.
 */
export const isListed = (now: Settled): boolean =>
  openAgents(now).length > 0 || (now.status?.fleet?.machines.length ?? 0) > 0

export function deskNow(): Desk {
  const agents = openAgents(mirror.getState())
  const thing = focusedThing(agents)
  const selected = agents.find(({ id }) => id === agentIn(thing)) ?? null
  const row = document.activeElement?.closest<HTMLElement>('[data-part=tab-row]')
  const meant = agents.find((agent) => agent.id === row?.dataset['agent']) ?? selected
  return { agents, selected, gathering: thing?.kind === 'gathering' ? thing.id : null, meant }
}

/**
 * Calls back at once, and with every change of what the user may see: the mirror, the panes, the focus of the
 * window. Returns a function that ends it.
 */
export function followSight(look: () => void): () => void {
  const ends = [mirror.subscribe(look), view.subscribe(look)]
  const end = new AbortController()
  for (const kind of ['focus', 'blur']) window.addEventListener(kind, look, { signal: end.signal })
  document.addEventListener('visibilitychange', look, { signal: end.signal })
  look()
  return () => {
    for (const leave of ends) leave()
    end.abort()
  }
}
