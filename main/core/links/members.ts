import type { Link } from '../../contract/links/links.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Facts } from '../step/facts.ts'
import { janusActor } from '../timeline/timeline-entry.ts'
import type { Step } from '../step/step.ts'
import { dropBacklogOf, releaseBacklog } from './backlog.ts'
import { briefMember } from './briefing.ts'
import { leaveAlone } from './copies.ts'
import { end } from './links.ts'
import { isCopy, linksOf, localMembers, openLinksOf } from './queries.ts'

export function onAgentDeleted(step: Step, { agent }: Facts['agent.deleted']): void {
  const { name } = step.get(agent).agent
  for (const one of linksOf(step.links, agent)) {
    if (isCopy(one)) leaveAlone(step, one, agent, `${name} was deleted`)
    else dropMember(step, one, agent, { name, did: 'was deleted' })
  }
}

/** `did`: as in: "was deleted". */
interface Gone {
  readonly name: string
  readonly did: string
}

export function dropMember(step: Step, one: Link, agent: AgentId, { name, did }: Gone): void {
  dropBacklogOf(step, one, [agent])
  const members = one.members.filter((other) => other !== agent)
  const { machines } = one
  const left: Link = {
    ...one,
    members,
    mutedMembers: one.mutedMembers.filter((other) => other !== agent),
    asks: one.asks.filter(({ by, of }) => by !== agent && of !== agent),
    ...(machines
      ? { machines: { ...machines, asked: machines.asked.filter((other) => other !== agent) } }
      : {}),
  }
  if (one.closed) {
    step.link({ ...left, budgetUsed: members.length < 2 ? 0 : left.budgetUsed })
    return
  }
  if (members.length < 2) {
    end(step, { ...left, budgetUsed: 0 }, janusActor, `${name} ${did}`)
  } else {
    step.link(left)
    // It may have rested because of the member that is gone.
    releaseBacklog(step, left)
  }
  const words = members.length < 2 ? 'so the link has ended' : 'and has left your link'
  for (const to of localMembers(left)) briefMember(step, to, `"${name}" ${did}, ${words} ${one.id}.`, false)
}

/** Tells all members the new name, with the rules. */
export function onAgentRenamed(step: Step, { agent, from, to }: Facts['agent.renamed']): void {
  const links = openLinksOf(step.links, agent)
  const told = new Set(links.flatMap(localMembers))
  for (const one of told)
    briefMember(
      step,
      one,
      one === agent ? `You are now called "${to}".` : `"${from}" is now called "${to}".`,
      true,
    )
  // The link's state for other machines includes its members' names.
  for (const link of links) if (link.machines?.home === null) step.link(link)
}

/** The rules may be gone from its conversation, so they are sent again. */
export function onConversationCut(step: Step, { agent }: Facts['conversation.cut']): void {
  if (openLinksOf(step.links, agent).length > 0) briefMember(step, agent, '', true)
}

export function onAgentUnshared(step: Step, { agent }: Facts['agent.unshared']): void {
  for (const one of openLinksOf(step.links, agent))
    if (isCopy(one)) leaveAlone(step, one, agent, 'It is shared no more')
}
