import type { Crossed, Crossing, CrossingId, Link, LinkDelivery, Sent } from '../../contract/links.ts'
import { messageLimit } from '../../contract/limits.ts'
import type { AgentId, MessageId, TurnId } from '../../contract/model.ts'
import type { Message } from '../../contract/messages.ts'
import { unfitFor } from '../away/mail-out.ts'
import { houseOf } from '../away/peer-ids.ts'
import { queueOf } from '../delivery/timing.ts'
import { isAnchoring, keepAnchored, restAnchored } from '../heartbeats/anchors.ts'
import { accept, inState, unfitness } from '../mail/mailbox.ts'
import type { Turn } from '../frames-and-turns.ts'
import type { Step } from '../step.ts'
import { cutBytes } from '../text.ts'
import { afterWord, isAsked, withAsk, withoutAsk } from './pending-replies.ts'
import { keepNewest } from './backlog.ts'
import { tellHomes } from './copy-crossings.ts'
import { carriageOf, homeOf, keepsBack, linksOf, nameIn, openLinksOf } from './queries.ts'
import { isSilent } from '../../contract/last-line.ts'

/** Whether the final text of a turn may cross links: words began it, not the app, the process, a circle or a slash command. */
export function mayCross({ origin, occasion }: Pick<Turn, 'origin' | 'occasion'>): boolean {
  return occasion === 'words' && origin !== 'system'
}

/** Who has concluded something, and in which turn. */
export interface Speaker {
  /** Of this house or another. */
  readonly agent: AgentId
  readonly name: string
  readonly turn: TurnId
  readonly turnNumber: number
  readonly depth: number
  readonly causes: readonly MessageId[]
  readonly costUsd: number
}

/**
 * A turn has been completed: its final text goes over its agent's links, once to each member. `answered`: who has
 * been given that text already, as the answer to a ticket.
 */
export function crossOver(step: Step, turn: Turn, text: string, answered: readonly AgentId[]): void {
  if (!mayCross(turn) || text.trim() === '') return
  const links = openLinksOf(step.links, turn.agent)
  if (links.length === 0) return
  const { agent, id, n: turnNumber, depth, causes, costUsd } = turn
  const { name } = step.get(agent).agent
  const speaker: Speaker = { agent, name, turn: id, turnNumber, depth, causes, costUsd }
  const own = links.filter((link) => homeOf(link) === null)
  const reached = crossOwn(step, speaker, own, text, answered)
  tellHomes(step, speaker, links, isSilent(text) ? '' : text, [...answered, ...reached])
}

/** What somebody has concluded goes over links that this house keeps; answers whom it has reached. */
export function crossOwn(
  step: Step,
  speaker: Speaker,
  links: readonly Link[],
  text: string,
  answered: readonly AgentId[],
): readonly AgentId[] {
  if (isSilent(text)) {
    for (const link of links) silent(step, link, speaker)
    return []
  }
  const routes = routesOf(step, links, speaker.agent, answered)
  if (routes.size > 0 && step.find(speaker.agent)) keepAnchored(step, speaker.agent)
  for (const link of links) {
    const receivers = [...routes].flatMap(([to, route]) =>
      route.link.id === link.id ? [{ to, ...route }] : [],
    )
    // As it is by now: what crossed the one before may have answered what is asked over this one.
    const present = step.links.get(link.id) ?? link
    if (receivers.length > 0) carry(step, present, speaker, cutBytes(text, messageLimit).text, receivers)
  }
  return [...routes.keys()]
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
  speaker: Speaker,
  text: string,
  receivers: readonly { readonly to: AgentId; readonly carriage: LinkDelivery }[],
): void {
  const crossing = step.ids.next('crs')
  // As the link is by now: what crossed the one before may have been the last that may.
  const isPaused = keepsBack(link, step)
  const sent = receivers.map(({ to, carriage: meant }): Sent => {
    const state = step.find(to)
    const carriage = isPaused ? 'paused' : meant
    // Its anchor leads it back to its own work just now: nothing of a link comes in between.
    const now = carriage !== 'paused' && state && isAnchoring(state) ? 'absorb' : carriage
    const message = give(step, speaker, text, to, { link: link.id, crossing, carriage: now })
    return { to, toName: nameIn(link, to, step.find), message: message.id, carriage: now }
  })
  // What a pause keeps back was not heard yet: it answers and asks when the link goes on.
  const heard = isPaused ? [] : receivers
  step.link({
    ...link,
    asks: heard.reduce((asks, { to }) => afterWord(asks, speaker.agent, to), link.asks),
    budgetUsed: link.budgetUsed + (isPaused ? 0 : 1),
    crossings: link.crossings + 1,
    rows: link.rows + 1,
  })
  for (const { to } of heard) answeredElsewhere(step, link, to, speaker.agent)
  record(step, link, speaker, { id: crossing, kind: 'said', text, sent })
  crossedLine(step, link, speaker, crossing, sent)
  if (isPaused) keepNewest(step, link)
  for (const { to } of sent) if (step.find(to)) restAnchored(step, to)
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
    if (homeOf(link) === null && link.members.includes(of))
      step.link({ ...link, asks: withAsk(link.asks, by, of) })
  }
}

function give(
  step: Step,
  { agent, name, turnNumber, depth, causes }: Speaker,
  body: string,
  to: AgentId,
  crossed: Crossed,
): Message {
  const house = houseOf(to)
  const letter = { from: { kind: 'agent', id: agent }, to, body } as const
  const full = house === null ? unfitness(step, letter) : unfitFor(step, house, letter)
  const wakes = crossed.carriage === 'asked' || crossed.carriage === 'converse'
  const message = accept(step, {
    from: { kind: 'agent', id: agent },
    fromName: name,
    to,
    body,
    crossed: house === null ? crossed : { ...crossed, turnNumber },
    priority: wakes ? 'normal' : 'low',
    depth: depth + 1,
    causes,
  })
  if (full !== null) step.message(inState(step, message, 'dropped', { kind: 'mailboxFull' }), false)
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
function silent(step: Step, link: Link, speaker: Speaker): void {
  step.link({ ...link, rows: link.rows + 1 })
  record(step, link, speaker, { id: step.ids.next('crs'), kind: 'silent', text: '', sent: [] })
}

/** Writes the next row of the log of a link. */
export function record(
  step: Step,
  { id: link, rows }: Link,
  { agent: from, name: fromName, turn, turnNumber, costUsd }: Speaker,
  said: Pick<Crossing, 'id' | 'kind' | 'text' | 'sent'>,
): void {
  step.crossing({ ...said, link, n: rows + 1, turn, turnNumber, from, fromName, at: step.now, costUsd })
}

/** Tells in the speaker's transcript to whom its words went. */
export function crossedLine(
  step: Step,
  link: Link,
  { agent, name }: Pick<Speaker, 'agent' | 'name'>,
  crossing: CrossingId,
  sent: readonly Sent[],
): void {
  if (houseOf(agent) !== null) return
  const others = link.members.filter((one) => one !== agent).map((one) => nameIn(link, one, step.find))
  const names = sent.length > 0 ? sent.map(({ toName }) => toName) : others
  step.entry(agent, {
    kind: 'crossing',
    author: { kind: 'agent', id: agent },
    authorName: name,
    text: names.join(', '),
    ...{ link: link.id, crossing, sent },
  })
}
