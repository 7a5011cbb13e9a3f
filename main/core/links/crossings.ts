import type { Crossed, Link, LinkDelivery, Sent } from '../../contract/links/links.ts'
import { messageLimit } from '../../contract/api/limits.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { isRemote } from '../step/peer-ids.ts'
import { queueOf } from '../mail/queue.ts'
import { isAnchoring } from '../step/status.ts'
import { keepAnchored, restAnchored } from '../heartbeats/anchors.ts'
import { accept, inState, refusalOf } from '../mail/mailbox.ts'
import type { Facts } from '../step/facts.ts'
import type { Step } from '../step/step.ts'
import { cutBytes } from '../words/text.ts'
import { withExchange, isAsked, withAsk, withoutAsk } from './pending-replies.ts'
import { trimBacklog } from './backlog.ts'
import { carriageOf, isCopy, keepsBack, backlogReason, linksOf, nameIn, openLinksOf } from './queries.ts'
import { wakeAhead } from '../agents/sleep.ts'
import { isSilent } from '../../contract/mail/last-line.ts'
import { record, crossedLine, type TurnAuthor } from './link-log.ts'
import { namedIn, tellUser } from './naming.ts'
import { mayCross } from '../turns/provenance.ts'

/**
 * Sends a completed turn's final text over its agent's links, once to each member. `answered`: agents that
 * already got it as the answer to a ticket.
 */
export function onTurnEnded(step: Step, { turn, outcome, answered }: Facts['turn.ended']): void {
  const text = outcome?.kind === 'completed' ? outcome.text : ''
  if (!mayCross(turn) || text.trim() === '') return
  const links = openLinksOf(step.links, turn.agent)
  if (links.length === 0) return
  const { agent, id, n: turnNumber, depth, causes, costUsd } = turn
  const { name } = step.get(agent).agent
  const speaker: TurnAuthor = { agent, name, turn: id, turnNumber, depth, causes, costUsd }
  const own = links.filter((link) => !isCopy(link))
  const reached = crossOwn(step, speaker, own, text, answered)
  step.announce('turn.crossed', {
    speaker,
    links,
    text: isSilent(text) ? '' : text,
    reached: [...answered, ...reached],
  })
}

/** Wakes members that the text being written would start a turn for. */
export function onTurnSpeaking(step: Step, { turn }: Facts['turn.speaking']): void {
  if (!mayCross(turn)) return
  const links = openLinksOf(step.links, turn.agent).filter((link) => !isCopy(link))
  for (const [to, { carriage }] of routesOf(step, links, turn.agent, '', []))
    if (ranks[carriage] === ranks.converse) wakeAhead(step, to)
}

/** Sends a final text over links that this machine owns; returns the members it reached. */
export function crossOwn(
  step: Step,
  speaker: TurnAuthor,
  links: readonly Link[],
  text: string,
  answered: readonly AgentId[],
): readonly AgentId[] {
  if (isSilent(text)) {
    for (const link of links) silent(step, link, speaker)
    return []
  }
  const routes = routesOf(step, links, speaker.agent, text, answered)
  if (routes.size > 0 && step.find(speaker.agent)) keepAnchored(step, speaker.agent)
  for (const link of links) {
    const receivers = [...routes].flatMap(([to, route]) =>
      route.link.id === link.id ? [{ to, ...route }] : [],
    )
    // Read again: the crossing before may have answered what is asked over this link.
    const present = step.links.get(link.id) ?? link
    if (receivers.length > 0) carry(step, present, speaker, cutBytes(text, messageLimit).text, receivers)
  }
  if (routes.size > 0) tellUser(step, links, speaker.agent, text)
  return [...routes.keys()]
}

interface Route {
  readonly link: Link
  readonly carriage: LinkDelivery
}

const ranks: Readonly<Record<LinkDelivery, number>> = { asked: 2, converse: 2, absorb: 1, paused: 0 }

/** If several links reach a member, the one that starts a turn wins, then the oldest. */
function routesOf(
  step: Step,
  links: readonly Link[],
  from: AgentId,
  text: string,
  answered: readonly AgentId[],
): ReadonlyMap<AgentId, Route> {
  const routes = new Map<AgentId, Route>()
  for (const link of links) {
    const named = namedIn(step, link, text)
    for (const to of link.members) {
      if (to === from || answered.includes(to)) continue
      const carriage = keepsBack(link, step) ? 'paused' : carriageOf(link, from, to, named.includes(to))
      const other = routes.get(to)
      if (!other || ranks[carriage] > ranks[other.carriage]) routes.set(to, { link, carriage })
    }
  }
  return routes
}

function carry(
  step: Step,
  link: Link,
  speaker: TurnAuthor,
  text: string,
  receivers: readonly { readonly to: AgentId; readonly carriage: LinkDelivery }[],
): void {
  const crossing = step.ids.next('crs')
  // Evaluated now: the crossing before may have used up the budget.
  const isPaused = keepsBack(link, step)
  const sent = receivers.map(({ to, carriage: meant }): Sent => {
    const state = step.find(to)
    const carriage = isPaused ? 'paused' : meant
    // Its anchor has led it back to its own work, which links don't interrupt.
    const now = carriage !== 'paused' && state && isAnchoring(state) ? 'absorb' : carriage
    const message = give(step, speaker, text, to, { link: link.id, crossing, carriage: now })
    return { to, toName: nameIn(link, to, step.find), message: message.id, carriage: now }
  })
  // A held crossing answers and asks only when it is released.
  const heard = isPaused ? [] : receivers
  step.link({
    ...link,
    asks: heard.reduce((asks, { to }) => withExchange(asks, speaker.agent, to), link.asks),
    budgetUsed: link.budgetUsed + (isPaused ? 0 : 1),
    crossings: link.crossings + 1,
    rows: link.rows + 1,
  })
  for (const { to } of heard) answeredElsewhere(step, link, to, speaker.agent)
  record(step, link, speaker, { id: crossing, kind: 'said', text, sent })
  crossedLine(step, link, speaker, crossing, sent)
  if (isPaused) trimBacklog(step, link)
  for (const { to } of sent) if (step.find(to)) restAnchored(step, to)
}

/** Two agents may share several links: what is answered over one is answered in all. */
function answeredElsewhere(step: Step, link: Link, by: AgentId, of: AgentId): void {
  for (const other of linksOf(step.links, by)) {
    if (other.id !== link.id && isAsked(other.asks, by, of))
      step.link({ ...other, asks: withoutAsk(other.asks, by, of) })
  }
}

/** A message without an expected reply also asks: the first text back over a link answers it. */
export function onMessageSent(step: Step, { message }: Facts['message.sent']): void {
  const { from, to, expectsReply } = message
  if (from.kind === 'agent' && !expectsReply) askedBy(step, from.id, to)
}

export function askedBy(step: Step, by: AgentId, of: AgentId): void {
  for (const link of openLinksOf(step.links, by)) {
    if (!isCopy(link) && link.members.includes(of)) step.link({ ...link, asks: withAsk(link.asks, by, of) })
  }
}

function give(
  step: Step,
  { agent, name, turnNumber, depth, causes }: TurnAuthor,
  body: string,
  to: AgentId,
  crossed: Crossed,
): Message {
  const full = refusalOf(step, { from: { kind: 'agent', id: agent }, to, body })
  const wakes = crossed.carriage === 'asked' || crossed.carriage === 'converse'
  const link = step.links.get(crossed.link)
  const message = accept(step, {
    ...(link ? { kept: backlogReason(link, step) } : {}),
    from: { kind: 'agent', id: agent },
    fromName: name,
    to,
    body,
    crossed: isRemote(to) ? { ...crossed, turnNumber } : crossed,
    priority: wakes ? 'normal' : 'low',
    depth: depth + 1,
    causes,
  })
  if (full !== null) step.message(inState(step, message, 'dropped', { kind: 'mailboxFull' }), false)
  return message
}

/** The anchor's turn comes first: waiting crossings are only absorbed then. */
export function absorbCrossings(step: Step, mailbox: readonly Message[]): void {
  for (const message of queueOf(mailbox)) {
    if (message.crossed && !message.now)
      step.message({ ...message, priority: 'low', reason: { kind: 'anchored' } }, true)
  }
}

function silent(step: Step, link: Link, speaker: TurnAuthor): void {
  step.link({ ...link, rows: link.rows + 1 })
  record(step, link, speaker, { id: step.ids.next('crs'), kind: 'silent', text: '', sent: [] })
}
