import { noRaise, nothingUsed } from '../../contract/budget.ts'
import type { Link, LinkId, LinkMode, Purpose } from '../../contract/links.ts'
import { relimitAnchors } from '../heartbeats/anchors.ts'
import { mostMembers, usualBudget } from '../../contract/limits.ts'
import type { AgentId, Author, Actor } from '../../contract/model.ts'
import { usualPriority } from '../../contract/priorities.ts'
import type { Answer, Command } from '../events.ts'
import { accept, refuse, unfitness } from '../mail/mailbox.ts'
import type { Limits } from '../state.ts'
import type { Step } from '../step.ts'
import { stopOrGoOn } from '../stop.ts'
import { firstLine } from '../text.ts'
import { brief } from './briefing.ts'
import { dropKept, letGo } from './backlog.ts'
import { linkBetween, linksOf, openLinksOf } from './queries.ts'

type Opened = Extract<Command, { type: 'link.opened' }>
type Changed = Extract<Command, { type: 'link.changed' }>
type Closed = Extract<Command, { type: 'link.closed' }>

/** Opens a link; with the same members again it is the open one, or a closed one whose episode still counts. */
export function open(step: Step, event: Opened): Answer {
  const members = [...new Set(event.members)]
  if (members.length < 2) return refuse('bad_request', 'A link has two members or more: name another agent.')
  if (members.length > mostMembers)
    return refuse('bad_request', `A link has at most ${mostMembers} members. Open several.`)
  for (const id of members) {
    const agent = step.find(id)?.agent
    if (!agent) return refuse('unknown_agent', 'That agent does not exist any more.')
    if (agent.closedAt !== null)
      return refuse('wrong_state', `The tab of ${agent.name} is closed. Reopen it before you link it.`)
  }
  const { by, byName: name, mode, budget, purpose } = event
  return { kind: 'link', link: link(step, { by, name }, members, { mode, budget, purpose }) }
}

/** How a link is wished; what is not said is as usual, or as it is. */
interface Wishes {
  readonly mode: LinkMode | null
  readonly budget?: number | null
  readonly purpose?: string | undefined
}

/** The link of these agents, opened if there is none. */
export function link(
  step: Step,
  doer: Actor,
  members: readonly AgentId[],
  { mode, budget = null, purpose: text = '' }: Wishes,
): Link {
  const purpose = text === '' ? null : { ...doer, text }
  const same = linkBetween(step.links, members)
  if (same?.closed === null) return again(step, same, doer.by, mode, purpose)
  const opened = { ...doer, at: step.now }
  const fresh: Link = same
    ? { ...same, mode: mode ?? same.mode, mutedMembers: [], opened, purpose, closed: null }
    : {
        id: step.ids.next('lnk'),
        members,
        mode: mode ?? 'answers',
        mutedMembers: [],
        opened,
        purpose,
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
        closed: null,
      }
  step.link(fresh)
  for (const member of members) brief(step, member, '', true)
  return fresh
}

/** Opened while it is open: the person sets its mode and what it is for; an agent can only lower its own side. */
function again(step: Step, same: Link, by: Author, mode: LinkMode | null, purpose: Purpose | null): Link {
  if (by.kind !== 'agent') {
    const meant = purpose ? changePurpose(step, same, purpose) : same
    return mode === null ? meant : changeMode(step, meant, mode)
  }
  return mode === 'absorb' && same.mode !== 'absorb' ? side(step, same, by.id, 'absorb') : same
}

/** Mode and budget by the person, one's own side by a member. */
export function change(step: Step, event: Changed): Answer {
  const found = step.links.get(event.link)
  if (found?.closed !== null) return refuse('wrong_state', 'That link is closed. Open it again first.')
  let now = found
  if (event.mine) {
    if (!found.members.includes(event.mine.agent)) return unknownLink()
    now = side(step, now, event.mine.agent, event.mine.side)
  }
  if (event.extend)
    now = letGo(
      step,
      put(step, { ...now, budgetGranted: now.budgetGranted + usualBudget, stoppedByLoop: false }),
    )
  if (event.purpose) now = changePurpose(step, now, event.purpose)
  if (event.mode !== undefined) now = changeMode(step, now, event.mode)
  return { kind: 'link', link: now }
}

function side(step: Step, found: Link, agent: AgentId, to: 'absorb' | 'link'): Link {
  const others = found.mutedMembers.filter((one) => one !== agent)
  return put(step, { ...found, mutedMembers: to === 'absorb' ? [...others, agent] : others })
}

function changeMode(step: Step, found: Link, mode: LinkMode): Link {
  if (found.mode === mode) return found
  const changed = put(step, { ...found, mode })
  for (const member of found.members) brief(step, member, '', false)
  return letGo(step, changed)
}

/** Every member is told; one that reads of it at its next prompt was not woken for it. */
function changePurpose(step: Step, found: Link, purpose: Purpose): Link {
  if ((found.purpose?.text ?? '') === purpose.text) return found
  const changed = put(step, { ...found, purpose: purpose.text === '' ? null : purpose })
  for (const member of found.members) brief(step, member, '', false)
  return changed
}

function put(step: Step, changed: Link): Link {
  step.link(changed)
  return changed
}

/** Any member or the person closes, with last words if they want; what those are answered does not cross any more. */
export function close(step: Step, event: Closed): Answer {
  const found = step.links.get(event.link)
  if (!found) return unknownLink()
  if (found.closed) return { kind: 'link', link: found }
  const { by, byName, message } = event
  const others = found.members.filter((one) => by.kind !== 'agent' || one !== by.id)
  if (by.kind === 'agent' && others.length === found.members.length) return unknownLink()
  if (message !== null) {
    for (const to of others) {
      const unfit = unfitness(step, to, message)
      if (unfit) return unfit
    }
    const priority = usualPriority[by.kind === 'human' ? 'human' : 'others']
    for (const to of others) accept(step, { from: by, fromName: byName, to, body: message, priority })
  }
  const ended = end(step, found, { by, name: byName }, firstLine(message ?? '', 120))
  const who = by.kind === 'agent' ? `"${byName}"` : 'the person'
  for (const to of others) brief(step, to, `${linkWords(step, found, to)} was closed by ${who}.`, false)
  return { kind: 'link', link: ended }
}

function end(step: Step, found: Link, doer: Actor, why: string): Link {
  dropKept(step, found)
  // What had crossed may wait for its cap.
  for (const member of found.members) if (step.find(member)) step.marks.agent(member)
  return put(step, { ...found, asks: [], closed: { ...doer, at: step.now, why } })
}

function unknownLink(): Answer {
  return refuse('not_found', 'There is no such link of yours.')
}

/** The link as one member knows it. */
function linkWords(step: Step, { id, members }: Link, to: AgentId): string {
  const names = members.filter((one) => one !== to).flatMap((one) => step.find(one)?.agent.name ?? [])
  return `Your link ${id} with ${names.map((name) => `"${name}"`).join(', ')}`
}

/** The person has spoken to this agent: its links begin a new episode. */
export function newEpisode(step: Step, agent: AgentId): void {
  for (const one of linksOf(step.links, agent)) {
    const { budgetUsed: used, budgetGranted: allowed, budget, stoppedByLoop: stilled, episode } = one
    if (used === 0 && allowed === budget && !stilled) continue
    const begun = put(step, {
      ...one,
      budgetUsed: 0,
      budgetGranted: budget,
      stoppedByLoop: false,
      episode: episode + 1,
    })
    // Words of an earlier episode are still worth knowing, but wake nobody any more.
    if (begun.closed === null) letGo(step, begun, true)
  }
}

/** The person has set other limits; with links switched on again, what was kept back goes on. */
export function relimit(step: Step, limits: Limits): Answer {
  const was = step.limits
  // Since when all is stopped was told anew where the clock was set back; the setting still says it in the old time.
  const stopped = limits.stopped === null ? null : (was.stopped ?? limits.stopped)
  step.limit({ ...limits, stopped })
  for (const { id } of step.gatherings.values()) step.marks.gathering(id)
  stopOrGoOn(step, was)
  if (was.anchors !== limits.anchors) relimitAnchors(step)
  goOn(step)
  return { kind: 'done' }
}

/** Links that do not rest any more go on. */
export function goOn(step: Step): void {
  for (const one of step.links.values()) if (one.closed === null) letGo(step, one)
}

/** The person has closed words that went round in a loop: where they crossed, nothing does for now. */
export function still(step: Step, links: readonly LinkId[]): void {
  for (const id of links) {
    const found = step.links.get(id)
    if (found?.closed === null) step.link({ ...found, stoppedByLoop: true })
  }
}

/** An agent is gone for good: it leaves its links, and one with a single member ends. */
export function leave(step: Step, agent: AgentId): void {
  const name = step.get(agent).agent.name
  for (const one of linksOf(step.links, agent)) {
    const members = one.members.filter((other) => other !== agent)
    const left: Link = {
      ...one,
      members,
      mutedMembers: one.mutedMembers.filter((other) => other !== agent),
      asks: one.asks.filter(({ by, of }) => by !== agent && of !== agent),
    }
    if (one.closed) {
      step.link({ ...left, budgetUsed: members.length < 2 ? 0 : left.budgetUsed })
      continue
    }
    if (members.length < 2) {
      end(step, { ...left, budgetUsed: 0 }, { by: { kind: 'system' }, name: 'Janus' }, `${name} was deleted`)
    } else {
      step.link(left)
      // It may have rested for who sat in a gathering, and is gone.
      letGo(step, left)
    }
    const words = members.length < 2 ? 'so the link has ended' : 'and has left your link'
    for (const to of members) brief(step, to, `"${name}" was deleted, ${words} ${one.id}.`, false)
  }
}

/** A member has another name: all members are told, with the rules. */
export function renamed(step: Step, agent: AgentId, from: string, to: string): void {
  const told = new Set(openLinksOf(step.links, agent).flatMap(({ members }) => members))
  for (const one of told)
    brief(step, one, one === agent ? `You are now called "${to}".` : `"${from}" is now called "${to}".`, true)
}

/** What it was told once may be gone from its conversation. */
export function remind(step: Step, agent: AgentId): void {
  if (openLinksOf(step.links, agent).length > 0) brief(step, agent, '', true)
}
