import type { CrossingId, Link, LinkId } from '../../contract/links/links.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { mailFor, type Mailboxes } from '../step/mail-for.ts'
import { isLinkOver } from '../budget/caps.ts'
import { queueOf } from '../mail/queue.ts'
import { inState, letIn } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'
import { afterWord } from './pending-replies.ts'
import { isNamed } from './naming.ts'
import { carriageOf, isCopy, keepsBack } from './queries.ts'

/** Most crossings that a link keeps back which is paused or rests. */
export const mostKept = 20

/** What this link keeps back, at all its members, oldest first; what is for another machine waits here. */
export function backlogOf(all: Mailboxes, { id, members }: Link): readonly Message[] {
  return members
    .flatMap((member) => mailFor(all, member))
    .filter((message) => message.hold === 'paused' && message.crossed?.link === id)
    .sort((a, b) => a.seq - b.seq)
}

/** A link keeps the newest crossings back only; who would have got older ones sees a note. */
export function keepNewest(step: Step, link: Link): void {
  const kept = backlogOf(step, link)
  const crossings = [...new Set(kept.map(crossingOf))]
  const over = new Set(crossings.slice(0, Math.max(0, crossings.length - mostKept)))
  const old = kept.filter((message) => over.has(crossingOf(message)))
  for (const message of old) {
    step.message(inState(step, message, 'dropped', { kind: 'crowdedOut', most: mostKept }), false)
    if (step.find(message.to)) step.note(message.to, { kind: 'crowdedOut', from: message.fromName })
  }
}

/**
 * The link goes on: what was kept back goes to its members as the mode says (`quietly`: without waking them), and
 * counts as far as the budget does.
 */
export function letGo(step: Step, link: Link, quietly = false): Link {
  if (keepsBack(link, step)) return link
  const kept = backlogOf(step, link)
  if (kept.length === 0) return link
  let { asks } = link
  const isCounted = !isCopy(link)
  for (const message of kept) {
    const { to, from } = message
    if (from.kind !== 'agent') continue
    const carriage =
      quietly || !isCounted
        ? 'absorb'
        : carriageOf({ ...link, asks }, from.id, to, isNamed(step, link, message.body, to))
    // Anyone who was deleted meanwhile waits for nobody.
    if (link.members.includes(from.id)) asks = afterWord(asks, from.id, to)
    const crossed = message.crossed && { ...message.crossed, carriage }
    letIn(step, { ...message, crossed, priority: carriage === 'absorb' ? 'low' : 'normal' })
  }
  // What another machine keeps, it counts.
  if (!isCounted) return link
  const count = new Set(kept.map(crossingOf)).size
  const gone: Link = { ...link, asks, budgetUsed: Math.min(link.budgetGranted, link.budgetUsed + count) }
  step.link(gone)
  return gone
}

/** The link is closed: what it kept back goes nowhere. */
export function dropKept(step: Step, link: Link): void {
  for (const message of backlogOf(step, link))
    step.message(inState(step, message, 'dropped', { kind: 'link', act: 'closed' }), false)
}

/** These take no part in the link any more, which has them among its members still: what it kept back for them goes nowhere. */
export function dropKeptFor(step: Step, link: Link, gone: readonly AgentId[]): void {
  for (const message of backlogOf(step, link))
    if (gone.includes(message.to))
      step.message(inState(step, message, 'dropped', { kind: 'link', act: 'left' }), false)
}

/**
 * Nobody can raise the cap of a link that is closed: what had crossed it to this agent, and waits for that, is still worth
 * knowing, but wakes nobody any more.
 */
export function letLie(step: Step, id: AgentId): void {
  const over = new Set<LinkId | undefined>()
  for (const link of step.links.values())
    if (link.closed !== null && link.members.includes(id) && isLinkOver(step.limits, link)) over.add(link.id)
  if (over.size === 0) return
  for (const message of queueOf(step.get(id).mailbox)) {
    const { crossed } = message
    if (crossed === null || message.from.kind === 'user' || !over.has(crossed.link) || message.now) continue
    step.message(
      { ...message, priority: 'low', card: null, crossed: { ...crossed, carriage: 'absorb' } },
      true,
    )
  }
}

function crossingOf({ crossed }: Message): CrossingId | null {
  return crossed?.crossing ?? null
}
