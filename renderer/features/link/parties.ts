import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { CrossingView, LinkView } from '../../../main/contract/links/link-views.ts'
import { userKey } from '../../../main/contract/mail/authors.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { useMirror } from '../../state/store.ts'
import { keepKnown, knownLink } from '../../entities/link/link-memory.ts'

/** A present or former member, by the last known name. `closed`: its tab is closed. */
export interface Party {
  readonly id: AgentId
  readonly name: string
  readonly standing: 'here' | 'closed' | 'deleted'
}

interface Past {
  readonly link: Pick<LinkView, 'members' | 'machines'>
  readonly agents: Readonly<Record<AgentId, Pick<AgentView, 'name' | 'closed'>>>
  /** As saved in this browser, in order. */
  readonly known: readonly (readonly [AgentId, string])[]
  readonly items: readonly CrossingView[]
}

/**
 * All present and former members in order. A link drops members that leave; its crossings still name them.
 */
export function partiesOf({ link, agents, known, items }: Past): readonly Party[] {
  const names = new Map<AgentId, string>()
  for (const { from, fromName, sent } of items) {
    if (from !== userKey) names.set(from, fromName)
    for (const { to, toName } of sent) names.set(to, toName)
  }
  for (const [id, name] of known) names.set(id, name)
  const elsewhere = link.machines?.names ?? {}
  const before = known.map(([id]) => id)
  const ids = new Set([...before, ...link.members, ...names.keys()])
  return [...ids].map((id) => {
    const agent = agents[id]
    const there = elsewhere[id]
    if (there !== undefined && link.members.includes(id)) return { id, name: there, standing: 'here' }
    const name = agent?.name ?? names.get(id) ?? 'a deleted agent'
    return { id, name, standing: agent === undefined ? 'deleted' : agent.closed ? 'closed' : 'here' }
  })
}

/** Current members; of a closed link all it ever had. */
export const presentOf = (
  { members, closed }: Pick<LinkView, 'members' | 'closed'>,
  parties: readonly Party[],
): readonly Party[] => (closed === null ? parties.filter(({ id }) => members.includes(id)) : parties)

/** The user's name for it, else `Scout ⇄ Builder`, by the last known names. */
export const linkTitle = (
  link: Pick<LinkView, 'name' | 'members' | 'closed'>,
  parties: readonly Party[],
): string =>
  link.name ??
  presentOf(link, parties)
    .map((one) => one.name)
    .join(' ⇄ ')

const nothing: readonly CrossingView[] = []

/** Present and former members of the link in this pane. */
export const Parties = createContext<readonly Party[]>([])

/** Computes the present and former members, and saves their names in this browser. */
export function useKnownParties(link: LinkView): readonly Party[] {
  const agents = useMirror((now) => now.agents)
  const items = useMirror((now) => now.logs.link[link.id]?.rows ?? nothing)
  const [known] = useState(() => knownLink(link.id))
  const told = JSON.stringify(partiesOf({ link, agents, known: known.members, items }))
  const parties = useMemo(() => JSON.parse(told) as readonly Party[], [told])
  const { id, mode } = link
  useEffect(() => {
    const members = parties.map((one) => [one.id, one.name] as const)
    keepKnown(id, { members, mode: mode === 'paused' ? knownLink(id).mode : mode })
  }, [id, mode, parties])
  return parties
}

export const usePartyName = (id: AgentId, otherwise: string): string =>
  useContext(Parties).find((one) => one.id === id)?.name ?? otherwise
