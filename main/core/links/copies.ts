import { noRaise, nothingUsed } from '../../contract/budget/budget.ts'
import type { HouseName, WireLink, WireLinkAct } from '../../contract/fleet/houses.ts'
import type { Link, LinkHouses } from '../../contract/links/links.ts'
import type { Actor, AgentId } from '../../contract/api/model.ts'
import { tell } from '../post/outbox.ts'
import { idThere, houseOf, peerId } from '../step/peer-ids.ts'
import type { Answer, Command } from '../step/events.ts'
import { refuse } from '../mail/mailbox.ts'
import { quotable } from '../words/prompts.ts'
import type { Step } from '../step/step.ts'
import { dropKept, dropKeptFor } from './backlog.ts'
import { brief } from './briefing.ts'
import { linkWords } from './links-text.ts'
import { homeOf, membersHere } from './queries.ts'

/** Links that other houses keep, as the houses of their members know them. */

/** Tells the house that keeps a link what is done about it here. */
export function act(step: Step, link: Link, member: AgentId, does: WireLinkAct['act']): void {
  const home = homeOf(link)
  if (home !== null) tell(step, home, 'link.act', { link: idThere(link.id), member, act: does })
}

/** Whether an agent of ours takes part in a copy. */
export function takesPart({ members, houses, closed }: Link, agent: AgentId): boolean {
  return closed === null && members.includes(agent) && houses?.asked.includes(agent) !== true
}

/** Most links of one house of which a copy is kept. */
const mostCopies = 100

/** The house that keeps a link tells how it stands. */
export function linkTold(step: Step, home: HouseName, wire: WireLink): void {
  const was = step.links.get(peerId(home, wire.link))
  const named = wire.members.map(({ house, id }) => (house === step.fleet.self ? id : peerId(house, id)))
  const members = [...new Set(named)]
  const leaving = (was?.houses?.leaving ?? []).filter((one) => members.includes(one))
  const known = was?.members ?? []
  const isOver = wire.closed !== null
  const fits = (one: AgentId): boolean => {
    if (houseOf(one) !== null || known.includes(one)) return true
    return (
      !isOver &&
      (step.find(one)?.agent.shared ?? 'no') !== 'no' &&
      (was !== undefined || !isCrowded(step, home))
    )
  }
  const left = members.filter((one) => !leaving.includes(one) && fits(one))
  const link = copyOf(step, home, wire, { was, members: left, leaving })
  // Who may not, or cannot, take part: its home need not wait for it.
  for (const one of members)
    if (!isOver && !leaving.includes(one) && !left.includes(one)) act(step, link, one, 'left')
  if (!was && membersHere(link).length === 0) return
  if (was)
    dropKeptFor(
      step,
      was,
      known.filter((one) => !left.includes(one)),
    )
  step.link(link)
  if (link.closed !== null) {
    dropKept(step, link)
    if (was?.closed === null) for (const one of membersHere(was)) tellEnd(step, was, link, one)
    return
  }
  // It may take them for members of which we know nothing more, since a backup was restored here.
  for (const one of link.houses?.asked ?? []) act(step, link, one, 'asked')
  const news = was ? newsOf(was, link) : null
  if (news === null) return
  for (const one of membersHere(link)) if (takesPart(link, one)) brief(step, one, news, false)
}

interface Told {
  readonly was: Link | undefined
  readonly members: readonly AgentId[]
  readonly leaving: readonly AgentId[]
}

function copyOf(step: Step, home: HouseName, wire: WireLink, { was, members, leaving }: Told): Link {
  const here = membersHere({ members })
  const names = wire.members.map(({ house, id, name }) => [peerId(house, id), `${name}@${house}`] as const)
  // Also where others may write to it at once: over a link the end of each of its turns leaves this house.
  const isAsked = (one: AgentId): boolean =>
    was?.members.includes(one) !== true || was.houses?.asked.includes(one) === true
  const houses: LinkHouses = {
    home,
    names: Object.fromEntries(names.filter(([id]) => members.includes(id))),
    asked: here.filter(isAsked),
    ...(leaving.length > 0 ? { leaving } : {}),
    ...(wire.spent ? { spent: true } : {}),
  }
  const { mode, budget, budgetGranted, budgetUsed, episode, stoppedByLoop, purpose, closed } = wire
  const by = (name: string): Actor => ({ by: { kind: 'system' }, name: `${name}@${home}` })
  const end =
    closed ?? (here.length === 0 ? { name: 'Janus', why: 'nobody of this house takes part any more' } : null)
  return {
    id: peerId(home, wire.link),
    members,
    mode,
    budget,
    budgetGranted,
    budgetUsed,
    episode,
    stoppedByLoop,
    mutedMembers: members.filter((one) => wire.muted.includes(idThere(one))),
    opened: was?.opened ?? { ...by(wire.opened), at: step.now },
    purpose: purpose && { ...by(purpose.name), text: purpose.text },
    asks: [],
    crossings: was?.crossings ?? 0,
    rows: was?.rows ?? 0,
    used: was?.used ?? nothingUsed,
    cap: was?.cap ?? null,
    raised: was?.raised ?? noRaise,
    closed: was?.closed ?? (end && { ...by(end.name), at: step.now, why: end.why }),
    houses,
  }
}

/** A house that opens links for ever is not followed. */
function isCrowded(step: Step, home: HouseName): boolean {
  return [...step.links.values()].filter((link) => homeOf(link) === home).length >= mostCopies
}

/** What those who take part are told of; null: nothing that concerns them. */
function newsOf(was: Link, now: Link): string | null {
  const gone = was.members.filter((one) => !now.members.includes(one) && houseOf(one) !== null)
  const left = gone.map((one) => `"${quotable(was.houses?.names[one] ?? one)}" has left your link ${now.id}.`)
  if (left.length > 0) return left.join('\n')
  const isSame = was.mode === now.mode && (was.purpose?.text ?? '') === (now.purpose?.text ?? '')
  return isSame && JSON.stringify(was.houses?.names) === JSON.stringify(now.houses?.names) ? null : ''
}

function tellEnd(step: Step, was: Link, { closed }: Link, to: AgentId): void {
  if (takesPart(was, to))
    brief(step, to, `${linkWords(step, was, to)} was closed by "${quotable(closed?.name ?? '')}".`, false)
}

/** The person lets agents of theirs take part in what another house has opened. */
export function join(step: Step, { link: id }: Extract<Command, { type: 'link.joined' }>): Answer {
  const found = step.links.get(id)
  const asked = found?.houses?.asked ?? []
  if (!found || found.closed || homeOf(found) === null || asked.length === 0)
    return refuse('wrong_state', 'That link asks nothing of you.')
  return { kind: 'link', link: takePart(step, found) }
}

/** Ours whose person was asked take part now. */
function takePart(step: Step, found: Link): Link {
  const { asked, ...rest } = houses(found)
  const link = { ...found, houses: { ...rest, asked: [] } }
  if (asked.length > 0) step.link(link)
  for (const one of asked) {
    act(step, link, one, 'joined')
    brief(step, one, '', true)
  }
  return link
}

/** Closed here: those of this house take part no more; of an agent that closes it, only that one. */
export function leaveHome(step: Step, link: Link, doer: Actor, message: string | null): Answer {
  if (message !== null)
    return refuse(
      'bad_request',
      `${homeOf(link) ?? ''} keeps that link: say last words to its members first, and close it without.`,
    )
  const { by } = doer
  const goes = by.kind === 'agent' ? membersHere(link).filter((one) => one === by.id) : membersHere(link)
  if (goes.length === 0) return refuse('not_found', 'You have no such link.')
  return { kind: 'link', link: without(step, link, goes, doer, '') }
}

/** An agent of ours takes part no more. */
export function leaveAlone(step: Step, link: Link, agent: AgentId, why: string): void {
  if (link.closed === null) without(step, link, [agent], { by: { kind: 'system' }, name: 'Janus' }, why)
}

function without(step: Step, link: Link, goes: readonly AgentId[], doer: Actor, why: string): Link {
  for (const one of goes) act(step, link, one, 'left')
  dropKeptFor(step, link, goes)
  const members = link.members.filter((one) => !goes.includes(one))
  const known = houses(link)
  const isOver = membersHere({ members }).length === 0
  const now: Link = {
    ...link,
    members: isOver ? link.members : members,
    closed: isOver ? { ...doer, at: step.now, why } : null,
    houses: {
      ...known,
      asked: known.asked.filter((one) => !goes.includes(one)),
      leaving: [...(known.leaving ?? []), ...goes],
    },
  }
  if (isOver) dropKept(step, now)
  step.link(now)
  return now
}

/** The house that should keep it knows nothing of it, or of anybody here who takes part in it. */
export function linkGone(step: Step, home: HouseName, { link: id }: Pick<WireLink, 'link'>): void {
  const found = step.links.get(peerId(home, id))
  if (!found) return
  const { leaving: _, ...rest } = houses(found)
  const end = {
    by: { kind: 'system' },
    name: 'Janus',
    at: step.now,
    why: `${home} knows nothing of it any more`,
  } as const
  dropKept(step, found)
  step.link({ ...found, closed: found.closed ?? end, houses: rest })
}

function houses(link: Link): LinkHouses {
  if (!link.houses) throw new Error(`${link.id} is of one house`)
  return link.houses
}
