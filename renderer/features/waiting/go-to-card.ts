import { useEffect } from 'react'
import { paneAround } from '../../components/focus.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { listedGatherings } from '../../state/selectors.ts'
import { mirror, openAgents, useMirror, useMirrorList, type Settled } from '../../state/store.ts'
import { focusCard, select, show, showGathering, showLink, useView } from '../../state/view-store.ts'
import { waitingFor, type WaitingThing } from './waiting-list.ts'

/** Key of the thing visited last; the next one follows it. */
let visited = ''

export function goToThing(thing: WaitingThing): void {
  visited = thing.key
  if (thing.link !== undefined) return showLink(thing.link)
  if (thing.circle !== undefined) return show({ kind: 'circle', circle: thing.circle })
  const isTab = mirror.getState().agents[thing.agent]?.closed === false
  // A proposal is answered on its card, in the proposer's tab.
  const isOnCard = thing.needs === 'proposal' && isTab
  if (thing.gathering !== null && !isOnCard) return showGathering(thing.gathering)
  select(thing.agent)
  focusCard({ agent: thing.agent, card: isOnCard ? thing.gathering : thing.card })
}

/**
 * Where a thing is answered: in its gathering or link, else in the agent's tab. A proposal has a card in
 * both.
 */
export const answerPlaces = ({ agent, gathering, circle, link, needs }: WaitingThing): readonly string[] => {
  const place = circle ?? gathering ?? link ?? agent
  return needs === 'proposal' ? [place, agent] : [place]
}

export const waitingThings = (now: Settled): readonly WaitingThing[] =>
  waitingFor(
    openAgents(now),
    listedGatherings(now.gatherings),
    Object.values(now.links),
    now.status?.fleet ?? null,
  )

export function useWaiting(agents: readonly AgentView[]): readonly WaitingThing[] {
  const gatherings = useMirrorList((now) => listedGatherings(now.gatherings))
  const links = useMirrorList((now) => Object.values<LinkView>(now.links))
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  return waitingFor(agents, gatherings, links, fleet)
}

export function goToNextWaiting(): void {
  const things = waitingThings(mirror.getState())
  const next = things[(things.findIndex((thing) => thing.key === visited) + 1) % things.length]
  if (next) goToThing(next)
}

/** Scrolls to the requested card and focuses it, once its tab is shown. */
export function useCalledCard(shown: AgentId | null): void {
  const call = useView((now) => now.call)
  useEffect(() => {
    if (!call || call.agent !== shown) return
    focusCard(null)
    const heading = call.card === null ? null : document.getElementById(`card-${call.card}`)
    const card =
      heading?.closest<HTMLElement>('[data-part=card], [data-part=held]') ??
      paneAround(null)?.querySelector<HTMLElement>('[data-part=card]')
    card?.scrollIntoView({ block: 'nearest' })
    card?.focus({ preventScroll: true })
  }, [call, shown])
}
