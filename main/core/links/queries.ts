import type { Link, LinkDelivery } from '../../contract/links/links.ts'
import type { MachineName } from '../../contract/fleet/machines.ts'
import type { MessageReason } from '../../contract/mail/message-reasons.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { PauseReason } from '../../contract/links/link-views.ts'
import { machineOf, isRemote } from '../step/peer-ids.ts'
import { isLinkOver } from '../budget/caps.ts'
import type { AgentState, Limits, State } from '../step/state.ts'
import { isAsked } from './pending-replies.ts'

/** Cached per state of the links. */
const known = new WeakMap<State['links'], ReadonlyMap<AgentId, readonly Link[]>>()

/** Open and still counting closed links of an agent, oldest first. */
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

/** Oldest first. */
export function openLinksOf(links: State['links'], agent: AgentId): readonly Link[] {
  return linksOf(links, agent).filter(({ closed }) => closed === null)
}

/** The link of exactly these members that opening one would return; prefers open ones owned here. */
export function linkBetween(links: State['links'], members: readonly AgentId[]): Link | undefined {
  const same = linksAmong(links, members)
  const open = same.filter(({ closed }) => closed === null)
  return open.find((link) => !isCopy(link)) ?? open[0] ?? same.at(-1)
}

/** Also closed ones. After somebody has left, several links may have the same members. */
export function linksAmong(links: State['links'], members: readonly AgentId[]): readonly Link[] {
  const [first] = members
  if (first === undefined) return []
  return linksOf(links, first).filter(
    (link) =>
      mayServe(link) &&
      link.members.length === members.length &&
      members.every((one) => link.members.includes(one)),
  )
}

/**
 * Another machine's link only counts as one between these members if it is open, accepted, and one of them
 * lives there.
 */
function mayServe(link: Link): boolean {
  const home = ownerMachineOf(link)
  if (home === null) return true
  const isAsked = link.machines !== undefined && link.machines.asked.length > 0
  return link.closed === null && !isAsked && link.members.some((one) => machineOf(one) === home)
}

/** Null: this machine. */
export function ownerMachineOf({ machines }: Pick<Link, 'machines'>): MachineName | null {
  return machines?.home ?? null
}

/** Whether another machine owns the link. */
export const isCopy = (link: Pick<Link, 'machines'>): boolean => ownerMachineOf(link) !== null

/** Whether a member takes part: it has not left, and its user has accepted. */
export function takesPart({ members, machines, closed }: Link, agent: AgentId): boolean {
  return closed === null && members.includes(agent) && machines?.asked.includes(agent) !== true
}

export function localMembers({ members }: Pick<Link, 'members'>): readonly AgentId[] {
  return members.filter((one) => !isRemote(one))
}

export function nameIn({ machines }: Pick<Link, 'machines'>, id: AgentId, find: Around['find']): string {
  return find(id)?.agent.name ?? machines?.names[id] ?? 'an agent that is gone'
}

export interface Around {
  readonly limits: Limits
  readonly find: (id: AgentId) => AgentState | undefined
}

/** Why nothing crosses an open link now, or null. A link rests while a member sits in a gathering. */
export function restOf(link: Link, { limits, find }: Around): PauseReason | null {
  const { stoppedByLoop: stilled, budgetUsed: used, budgetGranted: allowed, members } = link
  if (!limits.links) return 'off'
  if ((link.machines?.asked ?? []).length > 0) return 'asked'
  if (stilled) return 'loop'
  if (isLinkOver(limits, link)) return 'cap'
  if (used >= allowed) return 'budget'
  return members.some((one) => (find(one)?.gatheringId ?? null) !== null) ? 'gathering' : null
}

/** Whether crossings are held because the link is paused or rests. For a copy the owner decides that. */
export function keepsBack(link: Link, around: Around): boolean {
  if (isCopy(link)) return !around.limits.links
  return link.mode === 'paused' || restOf(link, around) !== null
}

/**
 * How a crossing is delivered, by the link's mode, the receiver's own side and what it has asked. `isNamed`:
 * the text mentions the receiver.
 */
export function carriageOf(
  { mode, mutedMembers, asks }: Pick<Link, 'mode' | 'mutedMembers' | 'asks'>,
  from: AgentId,
  to: AgentId,
  isNamed: boolean,
): LinkDelivery {
  if (mode === 'absorb' || mutedMembers.includes(to)) return 'absorb'
  if (mode === 'converse') return 'converse'
  if (mode === 'mentions') return isNamed ? 'converse' : 'absorb'
  return isAsked(asks, to, from) ? 'asked' : 'absorb'
}

export function backlogReason(link: Link, around: Around): MessageReason {
  if (link.mode === 'paused') return { kind: 'link', act: 'paused' }
  return { kind: 'link', act: restOf(link, around) === 'gathering' ? 'gathering' : 'rests' }
}
