import type { HouseName } from '../../contract/fleet/houses.ts'
import type { WireLink, WireLinkAct, WireSaid } from '../contract/wire.ts'
import type { Link, LinkId } from '../../contract/links/links.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { tell } from './log.ts'
import { silence } from '../../contract/mail/last-line.ts'
import { houseOf, idThere, nameOfPeer, peerId } from '../../core/step/peer-ids.ts'
import { nameOnWire } from './wire.ts'
import { inOneLine } from '../../core/words/text.ts'
import { quotable } from '../../core/words/prompts.ts'
import type { Step } from '../../core/step/step.ts'
import { letGo } from '../../core/links/backlog.ts'
import { brief } from '../../core/links/briefing.ts'
import { crossOwn } from '../../core/links/crossings.ts'
import type { Speaker } from '../../core/links/link-log.ts'
import { beginEpisodeAway, isSpentAway, side } from '../../core/links/links.ts'
import { dropMember } from '../../core/links/members.ts'
import { homeOf, isCopy, membersHere, nameIn, takesPart } from '../../core/links/queries.ts'
import { act } from './link-copies.ts'

/** Links that this house keeps, with members in others. */

/**
 * Tells the houses of its members how each link stands that this step has changed. A house that has no member in it any
 * more hears that it is out, and nothing else.
 */
export function tellLinks(step: Step): void {
  for (const { before, now } of step.marks.links()) {
    const told = wireOf(step, now)
    const was = before && wireOf(step, before)
    if (JSON.stringify(told) === JSON.stringify(was)) continue
    const houses = housesOf(now)
    for (const house of houses) tell(step, house, 'link', told)
    for (const house of before ? housesOf(before) : [])
      if (!houses.has(house)) tell(step, house, 'link.gone', { link: now.id })
  }
}

function housesOf({ members }: Link): ReadonlySet<HouseName> {
  return new Set(members.flatMap((one) => houseOf(one) ?? []))
}

function wireOf(step: Step, link: Link): WireLink {
  const { id, members, mode, budget, budgetGranted, budgetUsed, episode, stoppedByLoop, closed, purpose } =
    link
  return {
    link: id,
    members: members.map((one) => ({
      house: houseOf(one) ?? step.fleet.self ?? '',
      id: idThere(one),
      name: nameOnWire(nameThere(nameIn(link, one, step.find)), 'an agent'),
    })),
    muted: link.mutedMembers.map(idThere),
    mode,
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

/** "Bea" of "Bea@barn". */
const nameThere = (name: string): string => name.split('@')[0] ?? name

/** What is done about a link of ours in the house of a member. */
export function linkActed(step: Step, house: HouseName, { link: id, member, act: did }: WireLinkAct): void {
  const link = ofOurs(step, house, id)
  const who = peerId(house, member)
  if (!link) return
  if (did === 'left') {
    const name = quotable(nameIn(link, who, step.find))
    if (link.members.includes(who)) dropMember(step, link, who, { name, did: 'takes no part' })
  } else if (!link.members.includes(who) || link.closed !== null)
    tell(step, house, 'link', wireOf(step, link))
  else if (did === 'joined') joined(step, link, who)
  else if (did === 'asked') isAsked(step, link, who)
  else if (did === 'word') {
    if (takesPart(link, who)) beginEpisodeAway(step, link)
  } else side(step, link, who, did)
}

/** A link that this house keeps and in which that one has a member; who speaks of another is told that it is not there. */
function ofOurs(step: Step, house: HouseName, id: LinkId): Link | null {
  const link = step.links.get(id)
  if (link && !isCopy(link) && housesOf(link).has(house)) return link
  tell(step, house, 'link.gone', { link: id })
  return null
}

/** Its person has said yes: with the last one the link begins to carry. */
function joined(step: Step, link: Link, who: AgentId): void {
  const { houses } = link
  if (!houses?.asked.includes(who)) return
  const now: Link = { ...link, houses: { ...houses, asked: houses.asked.filter((one) => one !== who) } }
  step.link(now)
  const news = `"${quotable(nameIn(now, who, step.find))}" takes part in your link ${now.id} now.`
  for (const member of membersHere(now)) brief(step, member, news, false)
  letGo(step, now)
}

/** Its person is only asked, also where they had said yes before a backup was restored there: until they say so the link rests. */
function isAsked(step: Step, link: Link, who: AgentId): void {
  const { houses } = link
  if (houses && !houses.asked.includes(who))
    step.link({ ...link, houses: { ...houses, asked: [...houses.asked, who] } })
}

/** What an agent of another house has concluded goes over links of ours. */
export function saidThere(step: Step, house: HouseName, said: WireSaid): void {
  const agent = peerId(house, said.member)
  const links = [...new Set(said.links)].flatMap((id) => {
    const link = ofOurs(step, house, id)
    return link && takesPart(link, agent) ? [link] : []
  })
  const [first] = links
  if (!first) return
  const { turnNumber, depth } = said
  // What it cost its house does not tell.
  const turn = { turn: peerId(house, said.turn), turnNumber, costUsd: 0, depth, causes: [] }
  const speaker: Speaker = { agent, name: nameIn(first, agent, step.find), ...turn }
  const except = said.except.map((one) =>
    one.house === step.fleet.self ? one.id : peerId(one.house, one.id),
  )
  crossOwn(step, speaker, links, said.text === '' ? silence : said.text, except)
}

/** A house has forgotten something, or we have: what it and we know of each other's links is told again. */
export function retellLinks(step: Step, house: HouseName): void {
  for (const link of step.links.values()) {
    if (link.houses?.home === null && housesOf(link).has(house)) tell(step, house, 'link', wireOf(step, link))
    if (homeOf(link) !== house) continue
    for (const one of link.houses?.leaving ?? []) act(step, link, one, 'left')
    if (link.closed !== null) continue
    for (const one of membersHere(link)) act(step, link, one, takesPart(link, one) ? 'joined' : 'asked')
  }
}

/** A house calls agents of its anew: links of ours have them by their names. */
export function renamedThere(step: Step, house: HouseName): void {
  for (const link of step.links.values()) {
    if (link.houses?.home !== null || link.closed !== null) continue
    const now = link.members.flatMap((one) => {
      const name = houseOf(one) === house ? nameOfPeer(step.fleet.houses, one) : null
      return name === null || name === link.houses?.names[one] ? [] : [[one, name] as const]
    })
    if (now.length === 0) continue
    const names = { ...link.houses.names, ...Object.fromEntries(now) }
    step.link({ ...link, houses: { ...link.houses, names } })
    for (const [one, name] of now)
      for (const member of membersHere(link))
        brief(
          step,
          member,
          `"${quotable(link.houses.names[one] ?? one)}" is now called "${quotable(name)}".`,
          true,
        )
  }
}
