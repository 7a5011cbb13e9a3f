import { noRaise, nothingUsed } from '../../contract/budget/budget.ts'
import type { Link, LinkId, LinkMode, Purpose } from '../../contract/links/links.ts'
import { mostEpisodesAway, mostMembers, usualBudget } from '../../contract/api/limits.ts'
import type { AgentId, Author, Actor } from '../../contract/api/model.ts'
import { usualPriority } from '../../contract/mail/priorities.ts'
import { isRemote, nameOfPeer } from '../step/peer-ids.ts'
import type { Answer, EventOf } from '../step/events.ts'
import type { Facts } from '../step/facts.ts'
import { accept, refuse, refusalOf } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'
import { firstLine } from '../words/text.ts'
import { briefMember } from './briefing.ts'
import { dropBacklog, releaseBacklog } from './backlog.ts'
import { leaveHome } from './copies.ts'
import { ownerMachineOf, isCopy, linkBetween, linksOf, localMembers } from './queries.ts'
import { linkWords } from './links-text.ts'

/** Opens a link. The same members get the open one, or a closed one whose budget period isn't over. */
export function openLink(step: Step, event: EventOf<'link.opened'>): Answer {
  const members = [...new Set(event.members)]
  if (members.length < 2) return refuse('bad_request', 'A link has two members or more: name another agent.')
  if (members.length > mostMembers)
    return refuse('bad_request', `A link has at most ${mostMembers} members. Open several.`)
  for (const id of members) {
    const why = unlinkable(step, id)
    if (why) return why
  }
  const { by, byName, mode, budget, purpose, name } = event
  if (mode === 'mentions' && members.some(isRemote)) return noRemoteMentions()
  return { kind: 'link', link: link(step, { by, name: byName }, members, { mode, budget, purpose, name }) }
}

function unlinkable(step: Step, id: AgentId): Answer | null {
  if (isRemote(id))
    return nameOfPeer(step.machines, id) === null
      ? refuse('unknown_agent', 'That agent is not shared by its machine. list_agents shows the others.')
      : null
  const agent = step.find(id)?.agent
  if (!agent) return refuse('unknown_agent', 'That agent no longer exists.')
  if (agent.closedAt === null) return null
  return refuse('wrong_state', `The tab of ${agent.name} is closed. Reopen it before you link it.`)
}

const noRemoteMentions = (): Answer =>
  refuse(
    'wrong_state',
    'Mentions are for links on one machine, and this one has a member on another. Choose another mode.',
  )

/** What isn't given keeps its value or the default. */
interface Wishes {
  readonly mode: LinkMode | null
  readonly budget?: number | null
  readonly purpose?: string | undefined
  readonly name?: string | undefined
}

export function link(
  step: Step,
  doer: Actor,
  members: readonly AgentId[],
  { mode, budget = null, purpose: text = '', name }: Wishes,
): Link {
  const purpose = text === '' ? null : { ...doer, text }
  const same = linkBetween(step.links, members)
  if (same?.closed === null) {
    const now = isCopy(same) ? same : again(step, same, doer.by, mode, purpose)
    return name === undefined || isCopy(same) ? now : changeName(step, now, name)
  }
  const opened = { ...doer, at: step.now }
  const begun = {
    mode: mode ?? same?.mode ?? 'answers',
    mutedMembers: [],
    opened,
    purpose,
    closed: null,
    ...(name === undefined ? {} : { name }),
    ...overMachines(step, members),
  }
  const fresh: Link = same
    ? { ...same, ...begun }
    : {
        id: step.ids.next('lnk'),
        members,
        budget: budget ?? usualBudget,
        budgetGranted: budget ?? usualBudget,
        budgetUsed: 0,
        episode: 1,
        stoppedByLoop: false,
        asks: [],
        crossings: 0,
        used: nothingUsed,
        cap: null,
        raised: noRaise,
        rows: 0,
        ...begun,
      }
  step.link(fresh)
  for (const member of localMembers({ members })) briefMember(step, member, '', true)
  return fresh
}

/** Members of other machines must be accepted there first. */
function overMachines(step: Step, members: readonly AgentId[]): Pick<Link, 'machines'> {
  const asked = members.filter(isRemote)
  if (asked.length === 0) return {}
  const names = asked.map((one) => [one, nameOfPeer(step.machines, one) ?? one] as const)
  return { machines: { home: null, names: Object.fromEntries(names), asked } }
}

/** Opening an open link: the user sets its mode and purpose; an agent can only mute its own side. */
function again(step: Step, same: Link, by: Author, mode: LinkMode | null, purpose: Purpose | null): Link {
  if (by.kind !== 'agent') {
    const meant = purpose ? changePurpose(step, same, purpose) : same
    return mode === null ? meant : changeMode(step, meant, mode)
  }
  return mode === 'absorb' && same.mode !== 'absorb' ? side(step, same, by.id, 'absorb') : same
}

/** The user changes mode and budget; a member only its own side. */
export function changeLink(step: Step, event: EventOf<'link.changed'>): Answer {
  const found = step.links.get(event.link)
  if (found?.closed !== null) return refuse('wrong_state', 'That link is closed. Open it again first.')
  let now = found
  const home = ownerMachineOf(found)
  if (
    home !== null &&
    (event.extend || event.purpose || event.mode !== undefined || event.name !== undefined)
  )
    return refuse(
      'wrong_state',
      `${home} keeps that link: its mode, its budget and what it is for are changed there. Here you can close it: then ours take part no more.`,
    )
  if (event.mode === 'mentions' && found.members.some(isRemote)) return noRemoteMentions()
  if (event.mine) {
    const { agent, side: to } = event.mine
    if (!found.members.includes(agent)) return unknownLink()
    now = side(step, now, agent, to)
    if (home !== null) step.announce('link.acted', { link: found, member: agent, act: to })
  }
  if (event.extend)
    now = releaseBacklog(
      step,
      put(step, { ...freshly(now), budgetGranted: now.budgetGranted + usualBudget, stoppedByLoop: false }),
    )
  if (event.purpose) now = changePurpose(step, now, event.purpose)
  if (event.name !== undefined) now = changeName(step, now, event.name)
  if (event.mode !== undefined) now = changeMode(step, now, event.mode)
  return { kind: 'link', link: now }
}

export function side(step: Step, found: Link, agent: AgentId, to: 'absorb' | 'link'): Link {
  const others = found.mutedMembers.filter((one) => one !== agent)
  return put(step, { ...found, mutedMembers: to === 'absorb' ? [...others, agent] : others })
}

function changeMode(step: Step, found: Link, mode: LinkMode): Link {
  if (found.mode === mode) return found
  const changed = put(step, { ...found, mode })
  for (const member of localMembers(found)) briefMember(step, member, '', false)
  return releaseBacklog(step, changed)
}

/** Tells every member with its next prompt. */
function changePurpose(step: Step, found: Link, purpose: Purpose): Link {
  if ((found.purpose?.text ?? '') === purpose.text) return found
  const changed = put(step, { ...found, purpose: purpose.text === '' ? null : purpose })
  for (const member of localMembers(found)) briefMember(step, member, '', false)
  return changed
}

function changeName(step: Step, { name: _, ...found }: Link, name: string): Link {
  return put(step, name === '' ? found : { ...found, name })
}

function put(step: Step, changed: Link): Link {
  step.link(changed)
  return changed
}

/**
 * A member or the user closes the link, optionally with a last message; replies to that don't cross any more.
 * `sent`: a last message that is already on its way.
 */
export function closeLink(step: Step, event: EventOf<'link.closed'>, sent = ''): Answer {
  const found = step.links.get(event.link)
  if (!found) return unknownLink()
  if (found.closed) return { kind: 'link', link: found }
  const { by, byName, message } = event
  if (isCopy(found)) return leaveHome(step, found, { by, name: byName }, message)
  const others = found.members.filter((one) => by.kind !== 'agent' || one !== by.id)
  if (by.kind === 'agent' && others.length === found.members.length) return unknownLink()
  // Only agents write to other machines.
  const told = by.kind === 'agent' ? others : others.filter((one) => !isRemote(one))
  if (message !== null) {
    for (const to of told) {
      const unfit = refusalOf(step, { from: by, to, body: message })
      if (unfit) return unfit
    }
    const priority = usualPriority[by.kind === 'user' ? 'user' : 'others']
    for (const to of told) accept(step, { from: by, fromName: byName, to, body: message, priority })
  }
  const ended = end(step, found, { by, name: byName }, firstLine(message ?? sent, 120))
  const who = by.kind === 'agent' ? `"${byName}"` : 'your user'
  for (const to of others)
    if (step.find(to)) briefMember(step, to, `${linkWords(step, found, to)} was closed by ${who}.`, false)
  return { kind: 'link', link: ended }
}

export function end(step: Step, found: Link, doer: Actor, why: string): Link {
  dropBacklog(step, found)
  // Crossings may wait for the link's cap.
  for (const member of found.members) if (step.find(member)) step.dirty.agent(member)
  return put(step, { ...found, asks: [], closed: { ...doer, at: step.now, why } })
}

function unknownLink(): Answer {
  return refuse('not_found', 'You have no such link.')
}

/** Also opens a link between sender and receiver, if requested. */
export function onMessageWriting(step: Step, { event, sender }: Facts['message.writing']): void {
  const { from: by, fromName: name, to, link: mode, closesLink, broadcast } = event
  if (broadcast) return
  const wanted = mode ?? (step.limits.linkOnSend && closesLink !== true ? 'answers' : null)
  if (wanted !== null && step.get(to).agent.closedAt === null)
    link(step, { by, name }, [sender, to], { mode: wanted })
}

/** The user wrote to this agent: its links begin a new budget period. */
export function onMessageSent(step: Step, { message }: Facts['message.sent']): void {
  if (message.from.kind !== 'user') return
  const { to: agent } = message
  for (const one of linksOf(step.links, agent)) {
    if (!isCopy(one)) beginEpisode(step, one)
    else if (one.closed === null && hasEpisode(one))
      step.announce('link.acted', { link: one, member: agent, act: 'word' })
  }
}

/** Something of the current budget period counts. */
function hasEpisode({ stoppedByLoop, machines, ...one }: Link): boolean {
  return hasCounted(one) || stoppedByLoop || machines?.begunAway !== undefined
}

type Counted = Pick<Link, 'budgetUsed' | 'budgetGranted' | 'budget'>

function hasCounted({ budgetUsed, budgetGranted, budget }: Counted): boolean {
  return budgetUsed > 0 || budgetGranted !== budget
}

export function beginEpisode(step: Step, one: Link): void {
  if (hasEpisode(one)) countAgain(step, { ...freshly(one), stoppedByLoop: false })
}

/**
 * A remote user wrote to a member. That doesn't lift a stop by the local user, and only begins a limited
 * number of periods.
 */
export function beginEpisodeAway(step: Step, one: Link): void {
  const { machines } = one
  if (machines && !isSpentAway(one) && hasCounted(one))
    countAgain(step, { ...one, machines: { ...machines, begunAway: (machines.begunAway ?? 0) + 1 } })
}

/** Whether remote users can't begin another budget period. */
export const isSpentAway = ({ machines }: Pick<Link, 'machines'>): boolean =>
  (machines?.begunAway ?? 0) >= mostEpisodesAway

function countAgain(step: Step, one: Link): void {
  const begun = put(step, { ...one, budgetUsed: 0, budgetGranted: one.budget, episode: one.episode + 1 })
  // Text of an earlier period is only absorbed.
  if (begun.closed === null) releaseBacklog(step, begun, true)
}

/** The local user continues the link, which resets the count of periods begun by remote users. */
function freshly(one: Link): Link {
  if (one.machines?.begunAway === undefined) return one
  const { begunAway: _, ...machines } = one.machines
  return { ...one, machines }
}

/** Releases what links held that no longer rest. */
export function resumeLinks(step: Step): void {
  for (const one of step.links.values()) if (one.closed === null) releaseBacklog(step, one)
}

/** The user closed a message in a loop: its links are stopped until they write again. */
export function stopLinks(step: Step, links: readonly LinkId[]): void {
  for (const id of links) {
    const found = step.links.get(id)
    if (found?.closed === null) step.link({ ...found, stoppedByLoop: true })
  }
}
