import type { LinkDelivery, Crossing, Link, Sent } from '../../contract/links.ts'
import { messageLimit } from '../../contract/limits.ts'
import type { AgentId } from '../../contract/model.ts'
import type { Message } from '../../contract/messages.ts'
import { queueOf } from '../delivery/timing.ts'
import { isAnchoring, keepAnchored, restAnchored } from '../heartbeats/anchors.ts'
import { accept, inState, unfitness } from '../mail/mailbox.ts'
import type { Turn } from '../frames-and-turns.ts'
import type { Step } from '../step.ts'
import { cutBytes } from '../text.ts'
import { afterWord, isAsked, withAsk, withoutAsk } from './pending-replies.ts'
import { keepNewest } from './backlog.ts'
import { carriageOf, keepsBack, linksOf, openLinksOf } from './queries.ts'
import { isSilent } from '../../contract/last-line.ts'

/** Whether the final text of a turn may cross links: words began it, not the app, the process or a slash command. */
export function mayCross({ origin, occasion }: Pick<Turn, 'origin' | 'occasion'>): boolean {
  return occasion === 'words' && origin !== 'system'
}

/**
 * A turn has been completed: its final text goes over its agent's links, once to each member. `answered`: who has
 * been given that text already, as the answer to a ticket.
 */
export function crossOver(step: Step, turn: Turn, text: string, answered: readonly AgentId[]): void {
  if (!mayCross(turn) || text.trim() === '') return
  const links = openLinksOf(step.links, turn.agent)
  if (links.length === 0) return
  if (isSilent(text)) {
    for (const link of links) silent(step, link, turn)
    return
  }
  const routes = routesOf(step, links, turn.agent, answered)
  if (routes.size === 0) return
  keepAnchored(step, turn.agent)
  for (const link of links) {
    const receivers = [...routes].flatMap(([to, route]) =>
      route.link.id === link.id ? [{ to, ...route }] : [],
    )
    // As it is by now: what crossed the one before may have answered what is asked over this one.
    const present = step.links.get(link.id) ?? link
    if (receivers.length > 0) carry(step, present, turn, cutBytes(text, messageLimit).text, receivers)
  }
}

interface Route {
  readonly link: Link
  readonly carriage: LinkDelivery
}

const ranks: Readonly<Record<LinkDelivery, number>> = { asked: 2, converse: 2, absorb: 1, paused: 0 }

/** Which link carries to whom: the one that wakes, then the oldest. */
function routesOf(
  step: Step,
  links: readonly Link[],
  from: AgentId,
  answered: readonly AgentId[],
): ReadonlyMap<AgentId, Route> {
  const routes = new Map<AgentId, Route>()
  for (const link of links) {
    for (const to of link.members) {
      if (to === from || answered.includes(to)) continue
      const carriage = keepsBack(link, step) ? 'paused' : carriageOf(link, from, to)
      const other = routes.get(to)
      if (!other || ranks[carriage] > ranks[other.carriage]) routes.set(to, { link, carriage })
    }
  }
  return routes
}

function carry(
  step: Step,
  link: Link,
  turn: Turn,
  text: string,
  receivers: readonly { readonly to: AgentId; readonly carriage: LinkDelivery }[],
): void {
  const crossing = step.ids.next('crs')
  const sent = receivers.map(({ to, carriage }): Sent => {
    // Its anchor leads it back to its own work just now: nothing of a link comes in between.
    const now = carriage !== 'paused' && isAnchoring(step.get(to)) ? 'absorb' : carriage
    const message = give(step, turn, text, to, { link: link.id, crossing, carriage: now })
    return { to, toName: step.get(to).agent.name, message: message.id, carriage: now }
  })
  const isPaused = keepsBack(link, step)
  // What a pause keeps back was not heard yet: it answers and asks when the link goes on.
  const heard = isPaused ? [] : receivers
  step.link({
    ...link,
    asks: heard.reduce((asks, { to }) => afterWord(asks, turn.agent, to), link.asks),
    budgetUsed: link.budgetUsed + (isPaused ? 0 : 1),
    crossings: link.crossings + 1,
    rows: link.rows + 1,
  })
  for (const { to } of heard) answeredElsewhere(step, link, to, turn.agent)
  record(step, link, turn, text, sent, crossing)
  if (isPaused) keepNewest(step, link)
  for (const { to } of sent) restAnchored(step, to)
}

/** The same two may be linked more than once: what was answered is so everywhere. */
function answeredElsewhere(step: Step, link: Link, by: AgentId, of: AgentId): void {
  for (const other of linksOf(step.links, by)) {
    if (other.id !== link.id && isAsked(other.asks, by, of))
      step.link({ ...other, asks: withoutAsk(other.asks, by, of) })
  }
}

/** A direct message is also something said: the first word back over a link answers it. */
export function askedBy(step: Step, by: AgentId, of: AgentId): void {
  for (const link of openLinksOf(step.links, by)) {
    if (link.members.includes(of)) step.link({ ...link, asks: withAsk(link.asks, by, of) })
  }
}

function give(step: Step, turn: Turn, body: string, to: AgentId, crossed: Message['crossed']): Message {
  const { agent } = step.get(turn.agent)
  const full = unfitness(step, to, body) !== null
  const wakes = crossed?.carriage === 'asked' || crossed?.carriage === 'converse'
  const message = accept(step, {
    from: { kind: 'agent', id: agent.id },
    fromName: agent.name,
    to,
    body,
    crossed,
    priority: wakes ? 'normal' : 'low',
    depth: turn.depth + 1,
    causes: turn.causes,
  })
  if (full) step.message(inState(step, message, 'dropped', { kind: 'mailboxFull' }), false)
  return message
}

/** The anchor's turn comes first: crossings that would have had one of their own only go along with it. */
export function absorbCrossings(step: Step, mailbox: readonly Message[]): void {
  for (const message of queueOf(mailbox)) {
    if (message.crossed && !message.now)
      step.message({ ...message, priority: 'low', reason: { kind: 'anchored' } }, true)
  }
}

/** It had nothing to add. */
function silent(step: Step, link: Link, turn: Turn): void {
  step.link({ ...link, rows: link.rows + 1 })
  record(step, link, turn, '', [])
}

/** Writes the next row of the log of a link. */
function record(
  step: Step,
  link: Link,
  turn: Turn,
  text: string,
  sent: readonly Sent[],
  id: Crossing['id'] = step.ids.next('crs'),
): void {
  const { agent } = step.get(turn.agent)
  const kind = sent.length > 0 ? 'said' : 'silent'
  const crossing: Crossing = {
    id,
    link: link.id,
    n: link.rows + 1,
    turn: turn.id,
    turnNumber: turn.n,
    from: agent.id,
    fromName: agent.name,
    kind,
    text,
    at: step.now,
    costUsd: turn.costUsd,
    sent,
  }
  step.crossing(crossing)
  if (kind === 'silent') return
  const words = sent.map(({ toName }) => toName).join(', ')
  step.entry(agent.id, {
    kind: 'crossing',
    author: { kind: 'agent', id: agent.id },
    authorName: agent.name,
    text: words,
    link: link.id,
    crossing: id,
    sent,
  })
}
