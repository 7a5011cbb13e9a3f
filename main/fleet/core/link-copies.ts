import { noRaise, nothingUsed } from '../../contract/budget/budget.ts'
import type { MachineName } from '../../contract/fleet/machines.ts'
import type { WireLink, WireLinkAct } from '../contract/wire.ts'
import type { Link, LinkMachines } from '../../contract/links/links.ts'
import type { Actor, AgentId } from '../../contract/api/model.ts'
import { enqueue } from './log.ts'
import { ownIdOf, machineOf, peerId } from '../../core/step/peer-ids.ts'
import { dropBacklog, dropBacklogOf } from '../../core/links/backlog.ts'
import { briefMember } from '../../core/links/briefing.ts'
import { linkWords } from '../../core/links/links-text.ts'
import { ownerMachineOf, localMembers, takesPart } from '../../core/links/queries.ts'
import { quotable } from '../../core/words/prompts.ts'
import type { Step } from '../../core/step/step.ts'

/** Copies of links that other machines own. */

/** Reports a member's change to the link's owner machine. */
export function sendLinkAct(step: Step, link: Link, member: AgentId, does: WireLinkAct['act']): void {
  const home = ownerMachineOf(link)
  if (home !== null) enqueue(step, home, 'link.act', { link: ownIdOf(link.id), member, act: does })
}

/** Copies kept of one machine's links. */
const mostCopies = 100

export function updateLinkCopy(step: Step, home: MachineName, wire: WireLink): void {
  const was = step.links.get(peerId(home, wire.link))
  const named = wire.members.map(({ machine, id }) =>
    machine === step.fleet.self ? id : peerId(machine, id),
  )
  const members = [...new Set(named)]
  const leaving = (was?.machines?.leaving ?? []).filter((one) => members.includes(one))
  const known = was?.members ?? []
  const isOver = wire.closed !== null
  const fits = (one: AgentId): boolean => {
    if (machineOf(one) !== null || known.includes(one)) return true
    return (
      !isOver &&
      (step.find(one)?.agent.shared ?? 'no') !== 'no' &&
      (was !== undefined || !isCrowded(step, home))
    )
  }
  const left = members.filter((one) => !leaving.includes(one) && fits(one))
  const link = copyOf(step, home, wire, { was, members: left, leaving })
  // Reports members that may not or can't take part, so that the owner doesn't wait for them.
  for (const one of members)
    if (!isOver && !leaving.includes(one) && !left.includes(one)) sendLinkAct(step, link, one, 'left')
  if (!was && localMembers(link).length === 0) return
  if (was)
    dropBacklogOf(
      step,
      was,
      known.filter((one) => !left.includes(one)),
    )
  step.link(link)
  if (link.closed !== null) {
    dropBacklog(step, link)
    if (was?.closed === null) for (const one of localMembers(was)) tellEnd(step, was, link, one)
    return
  }
  // The owner may still count them as joined although a backup was restored here.
  for (const one of link.machines?.asked ?? []) sendLinkAct(step, link, one, 'asked')
  const news = was ? newsOf(was, link) : null
  if (news === null) return
  for (const one of localMembers(link)) if (takesPart(link, one)) briefMember(step, one, news, false)
}

interface CopyParts {
  readonly was: Link | undefined
  readonly members: readonly AgentId[]
  readonly leaving: readonly AgentId[]
}

function copyOf(step: Step, home: MachineName, wire: WireLink, { was, members, leaving }: CopyParts): Link {
  const here = localMembers({ members })
  const names = wire.members.map(
    ({ machine, id, name }) => [peerId(machine, id), `${name}@${machine}`] as const,
  )
  // Open sharing is not enough: over a link, the end of every turn of the agent leaves this machine.
  const isAsked = (one: AgentId): boolean =>
    was?.members.includes(one) !== true || was.machines?.asked.includes(one) === true
  const machines: LinkMachines = {
    home,
    names: Object.fromEntries(names.filter(([id]) => members.includes(id))),
    asked: here.filter(isAsked),
    ...(leaving.length > 0 ? { leaving } : {}),
    ...(wire.spent ? { spent: true } : {}),
  }
  const { mode, budget, budgetGranted, budgetUsed, episode, stoppedByLoop, purpose, closed } = wire
  const by = (name: string): Actor => ({ by: { kind: 'system' }, name: `${name}@${home}` })
  const end =
    closed ??
    (here.length === 0 ? { name: 'Janus', why: 'nobody of this machine takes part any more' } : null)
  return {
    id: peerId(home, wire.link),
    members,
    mode,
    budget,
    budgetGranted,
    budgetUsed,
    episode,
    stoppedByLoop,
    mutedMembers: members.filter((one) => wire.muted.includes(ownIdOf(one))),
    opened: was?.opened ?? { ...by(wire.opened), at: step.now },
    purpose: purpose && { ...by(purpose.name), text: purpose.text },
    asks: [],
    crossings: was?.crossings ?? 0,
    rows: was?.rows ?? 0,
    used: was?.used ?? nothingUsed,
    cap: was?.cap ?? null,
    raised: was?.raised ?? noRaise,
    closed: was?.closed ?? (end && { ...by(end.name), at: step.now, why: end.why }),
    machines,
  }
}

/** Limits copies, in case a machine opens links without end. */
function isCrowded(step: Step, home: MachineName): boolean {
  return [...step.links.values()].filter((link) => ownerMachineOf(link) === home).length >= mostCopies
}

/** What members get to read about a change; null if nothing concerns them. */
function newsOf(was: Link, now: Link): string | null {
  const gone = was.members.filter((one) => !now.members.includes(one) && machineOf(one) !== null)
  const left = gone.map(
    (one) => `"${quotable(was.machines?.names[one] ?? one)}" has left your link ${now.id}.`,
  )
  if (left.length > 0) return left.join('\n')
  const isSame = was.mode === now.mode && (was.purpose?.text ?? '') === (now.purpose?.text ?? '')
  return isSame && JSON.stringify(was.machines?.names) === JSON.stringify(now.machines?.names) ? null : ''
}

function tellEnd(step: Step, was: Link, { closed }: Link, to: AgentId): void {
  if (takesPart(was, to))
    briefMember(
      step,
      to,
      `${linkWords(step, was, to)} was closed by "${quotable(closed?.name ?? '')}".`,
      false,
    )
}

/** The owner machine no longer knows the link, or no member of it here. */
export function dropLinkCopy(step: Step, home: MachineName, { link: id }: Pick<WireLink, 'link'>): void {
  const found = step.links.get(peerId(home, id))
  if (!found?.machines) return
  const { leaving: _, ...rest } = found.machines
  const end = {
    by: { kind: 'system' },
    name: 'Janus',
    at: step.now,
    why: `${home} knows nothing of it any more`,
  } as const
  dropBacklog(step, found)
  step.link({ ...found, closed: found.closed ?? end, machines: rest })
}
