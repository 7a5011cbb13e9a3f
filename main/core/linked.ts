import type { AgentId } from '../contract/model.ts'
import type { Link } from '../contract/ties.ts'
import type { Limits, State } from './state.ts'

/** Made once for each state of the links. */
const known = new WeakMap<State['links'], ReadonlyMap<AgentId, readonly Link[]>>()

/** The links of an agent that count, closed ones too, oldest first. */
export function linksOf(links: State['links'], agent: AgentId): readonly Link[] {
  let byMember = known.get(links)
  if (!byMember) {
    const made = new Map<AgentId, Link[]>()
    for (const link of links.values())
      for (const member of link.members) {
        const list = made.get(member)
        if (list) list.push(link)
        else made.set(member, [link])
      }
    known.set(links, made)
    byMember = made
  }
  return byMember.get(agent) ?? []
}

/** The open links of an agent, oldest first. */
export function openLinksOf(links: State['links'], agent: AgentId): readonly Link[] {
  return linksOf(links, agent).filter(({ closed }) => closed === null)
}

/** The link of exactly these members that counts, if there is one. */
export function linkBetween(links: State['links'], members: readonly AgentId[]): Link | undefined {
  const [first] = members
  if (first === undefined) return undefined
  const same = linksOf(links, first).filter(
    (link) => link.members.length === members.length && members.every((one) => link.members.includes(one)),
  )
  return same.find(({ closed }) => closed === null) ?? same.at(-1)
}

/** Why nothing crosses an open link now, or null. */
export function restOf(
  { stilled, used, allowed }: Link,
  { links }: Limits,
): 'off' | 'loop' | 'budget' | null {
  if (!links) return 'off'
  if (stilled) return 'loop'
  return used >= allowed ? 'budget' : null
}

/** Whether what would cross is kept back: the link is paused, or it rests. */
export function keepsBack(link: Link, limits: Limits): boolean {
  return link.mode === 'paused' || restOf(link, limits) !== null
}
