import type { Link, LinkMachines } from '../../contract/links/links.ts'
import type { Actor, AgentId } from '../../contract/api/model.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { refuse } from '../mail/mailbox.ts'
import { janusActor } from '../timeline/timeline-entry.ts'
import type { Step } from '../step/step.ts'
import { dropBacklog, dropBacklogOf } from './backlog.ts'
import { briefMember } from './briefing.ts'
import { ownerMachineOf, isCopy, localMembers } from './queries.ts'

/** Copies of links that other machines own. */

export function joinLink(step: Step, { link: id }: EventOf<'link.joined'>): Answer {
  const found = step.links.get(id)
  const asked = found?.machines?.asked ?? []
  if (!found || found.closed || !isCopy(found) || asked.length === 0)
    return refuse('wrong_state', 'That link asks nothing of you.')
  return { kind: 'link', link: takePart(step, found) }
}

/** Local members that waited for the user take part now. */
function takePart(step: Step, found: Link): Link {
  const { asked, ...rest } = machines(found)
  const link = { ...found, machines: { ...rest, asked: [] } }
  if (asked.length > 0) step.link(link)
  for (const one of asked) {
    step.announce('link.acted', { link: link, member: one, act: 'joined' })
    briefMember(step, one, '', true)
  }
  return link
}

/** Closed here, the link only loses its local members; if an agent closes it, only that agent. */
export function leaveHome(step: Step, link: Link, doer: Actor, message: string | null): Answer {
  if (message !== null)
    return refuse(
      'bad_request',
      `${ownerMachineOf(link) ?? ''} keeps that link: say last words to its members first, and close it without.`,
    )
  const { by } = doer
  const goes = by.kind === 'agent' ? localMembers(link).filter((one) => one === by.id) : localMembers(link)
  if (goes.length === 0) return refuse('not_found', 'You have no such link.')
  return { kind: 'link', link: without(step, link, goes, doer, '') }
}

export function leaveAlone(step: Step, link: Link, agent: AgentId, why: string): void {
  if (link.closed === null) without(step, link, [agent], janusActor, why)
}

function without(step: Step, link: Link, goes: readonly AgentId[], doer: Actor, why: string): Link {
  for (const one of goes) step.announce('link.acted', { link: link, member: one, act: 'left' })
  dropBacklogOf(step, link, goes)
  const members = link.members.filter((one) => !goes.includes(one))
  const known = machines(link)
  const isOver = localMembers({ members }).length === 0
  const now: Link = {
    ...link,
    members: isOver ? link.members : members,
    closed: isOver ? { ...doer, at: step.now, why } : null,
    machines: {
      ...known,
      asked: known.asked.filter((one) => !goes.includes(one)),
      leaving: [...(known.leaving ?? []), ...goes],
    },
  }
  if (isOver) dropBacklog(step, now)
  step.link(now)
  return now
}

function machines(link: Link): LinkMachines {
  if (!link.machines) throw new Error(`${link.id} is of one machine`)
  return link.machines
}
