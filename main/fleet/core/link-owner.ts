import type { MachineName } from '../../contract/fleet/machines.ts'
import type { WireLink, WireLinkAct, WireConclusion } from '../contract/wire.ts'
import type { Link, LinkId } from '../../contract/links/links.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { enqueue } from './log.ts'
import { silence } from '../../contract/mail/last-line.ts'
import { machineOf, ownIdOf, nameOfPeer, peerId } from '../../core/step/peer-ids.ts'
import { nameOnWire } from './wire.ts'
import { inOneLine } from '../../core/words/text.ts'
import { quotable } from '../../core/words/prompts.ts'
import type { Step } from '../../core/step/step.ts'
import { releaseBacklog } from '../../core/links/backlog.ts'
import { briefMember } from '../../core/links/briefing.ts'
import { crossOwn } from '../../core/links/crossings.ts'
import type { TurnAuthor } from '../../core/links/link-log.ts'
import { beginEpisodeAway, isSpentAway, side } from '../../core/links/links.ts'
import { dropMember } from '../../core/links/members.ts'
import { ownerMachineOf, isCopy, localMembers, nameIn, takesPart } from '../../core/links/queries.ts'
import { sendLinkAct } from './link-copies.ts'

/** Links that this machine owns, with remote members. */

/**
 * Sends changed links to the machines of their members. A machine without members any more only gets
 * `link.gone`.
 */
export function sendLinks(step: Step): void {
  for (const { before, now } of step.dirty.links()) {
    const told = wireOf(step, now)
    const was = before && wireOf(step, before)
    if (JSON.stringify(told) === JSON.stringify(was)) continue
    const machines = machinesOf(now)
    for (const machine of machines) enqueue(step, machine, 'link', told)
    for (const machine of before ? machinesOf(before) : [])
      if (!machines.has(machine)) enqueue(step, machine, 'link.gone', { link: now.id })
  }
}

function machinesOf({ members }: Link): ReadonlySet<MachineName> {
  return new Set(members.flatMap((one) => machineOf(one) ?? []))
}

function wireOf(step: Step, link: Link): WireLink {
  const { id, members, mode, budget, budgetGranted, budgetUsed, episode, stoppedByLoop, closed, purpose } =
    link
  return {
    link: id,
    members: members.map((one) => ({
      machine: machineOf(one) ?? step.fleet.self ?? '',
      id: ownIdOf(one),
      name: nameOnWire(bareName(nameIn(link, one, step.find)), 'an agent'),
    })),
    muted: link.mutedMembers.map(ownIdOf),
    // `mentions` does not exist for links across machines.
    mode: mode === 'mentions' ? 'absorb' : mode,
    budget,
    budgetGranted,
    budgetUsed,
    episode,
    stoppedByLoop,
    purpose: purpose && { name: nameOnWire(purpose.name, 'somebody'), text: purpose.text },
    opened: nameOnWire(link.opened.name, 'somebody'),
    closed: closed && { name: nameOnWire(closed.name, 'somebody'), why: inOneLine(closed.why, 500) },
    ...(isSpentAway(link) ? { spent: true } : {}),
  }
}

const bareName = (name: string): string => name.split('@')[0] ?? name

export function applyLinkAct(
  step: Step,
  machine: MachineName,
  { link: id, member, act: did }: WireLinkAct,
): void {
  const link = findOwned(step, machine, id)
  const who = peerId(machine, member)
  if (!link) return
  if (did === 'left') {
    const name = quotable(nameIn(link, who, step.find))
    if (link.members.includes(who)) dropMember(step, link, who, { name, did: 'takes no part' })
  } else if (!link.members.includes(who) || link.closed !== null)
    enqueue(step, machine, 'link', wireOf(step, link))
  else if (did === 'joined') memberJoined(step, link, who)
  else if (did === 'asked') askMember(step, link, who)
  else if (did === 'word') {
    if (takesPart(link, who)) beginEpisodeAway(step, link)
  } else side(step, link, who, did)
}

/** Returns an owned link in which that machine has a member; otherwise sends `link.gone` and returns null. */
function findOwned(step: Step, machine: MachineName, id: LinkId): Link | null {
  const link = step.links.get(id)
  if (link && !isCopy(link) && machinesOf(link).has(machine)) return link
  enqueue(step, machine, 'link.gone', { link: id })
  return null
}

/** A member's user has accepted; after the last one the link starts to work. */
function memberJoined(step: Step, link: Link, who: AgentId): void {
  const { machines } = link
  if (!machines?.asked.includes(who)) return
  const now: Link = { ...link, machines: { ...machines, asked: machines.asked.filter((one) => one !== who) } }
  step.link(now)
  const news = `"${quotable(nameIn(now, who, step.find))}" takes part in your link ${now.id} now.`
  for (const member of localMembers(now)) briefMember(step, member, news, false)
  releaseBacklog(step, now)
}

/** The member's user is asked, perhaps again after a restored backup; the link waits until they accept. */
function askMember(step: Step, link: Link, who: AgentId): void {
  const { machines } = link
  if (machines && !machines.asked.includes(who))
    step.link({ ...link, machines: { ...machines, asked: [...machines.asked, who] } })
}

/** Carries a remote agent's conclusion over owned links. */
export function crossFromRemote(step: Step, machine: MachineName, said: WireConclusion): void {
  const agent = peerId(machine, said.member)
  const links = [...new Set(said.links)].flatMap((id) => {
    const link = findOwned(step, machine, id)
    return link && takesPart(link, agent) ? [link] : []
  })
  const [first] = links
  if (!first) return
  const { turnNumber, depth } = said
  // The agent's machine doesn't send what the turn cost.
  const turn = { turn: peerId(machine, said.turn), turnNumber, costUsd: 0, depth, causes: [] }
  const speaker: TurnAuthor = { agent, name: nameIn(first, agent, step.find), ...turn }
  const except = said.except.map((one) =>
    one.machine === step.fleet.self ? one.id : peerId(one.machine, one.id),
  )
  crossOwn(step, speaker, links, said.text === '' ? silence : said.text, except)
}

/** After either machine lost its memory: sends the state of shared links again. */
export function resendLinks(step: Step, machine: MachineName): void {
  for (const link of step.links.values()) {
    if (link.machines?.home === null && machinesOf(link).has(machine))
      enqueue(step, machine, 'link', wireOf(step, link))
    if (ownerMachineOf(link) !== machine) continue
    for (const one of link.machines?.leaving ?? []) sendLinkAct(step, link, one, 'left')
    if (link.closed !== null) continue
    for (const one of localMembers(link))
      sendLinkAct(step, link, one, takesPart(link, one) ? 'joined' : 'asked')
  }
}

export function renameRemoteMembers(step: Step, machine: MachineName): void {
  for (const link of step.links.values()) {
    if (link.machines?.home !== null || link.closed !== null) continue
    const now = link.members.flatMap((one) => {
      const name = machineOf(one) === machine ? nameOfPeer(step.fleet.machines, one) : null
      return name === null || name === link.machines?.names[one] ? [] : [[one, name] as const]
    })
    if (now.length === 0) continue
    const names = { ...link.machines.names, ...Object.fromEntries(now) }
    step.link({ ...link, machines: { ...link.machines, names } })
    for (const [one, name] of now)
      for (const member of localMembers(link))
        briefMember(
          step,
          member,
          `"${quotable(link.machines.names[one] ?? one)}" is now called "${quotable(name)}".`,
          true,
        )
  }
}
