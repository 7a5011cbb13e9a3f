import type { CrossingId, Link, LinkId } from '../../contract/links/links.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { mailFor, type Mailboxes } from '../step/mail-for.ts'
import { isLinkOver } from '../budget/caps.ts'
import { queueOf } from '../mail/queue.ts'
import { inState, releasePaused } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'
import { withExchange } from './pending-replies.ts'
import { isNamed } from './naming.ts'
import { carriageOf, isCopy, keepsBack } from './queries.ts'

/** Crossings held by a paused or resting link. */
export const backlogLimit = 20

/** Held messages of this link for all its members, oldest first, also for other machines. */
export function backlogOf(all: Mailboxes, { id, members }: Link): readonly Message[] {
  return members
    .flatMap((member) => mailFor(all, member))
    .filter((message) => message.hold === 'paused' && message.crossed?.link === id)
    .sort((a, b) => a.seq - b.seq)
}

/** Drops the oldest held crossings above the limit, and notes that at their receivers. */
export function trimBacklog(step: Step, link: Link): void {
  const kept = backlogOf(step, link)
  const crossings = [...new Set(kept.map(crossingOf))]
  const over = new Set(crossings.slice(0, Math.max(0, crossings.length - backlogLimit)))
  const old = kept.filter((message) => over.has(crossingOf(message)))
  for (const message of old) {
    step.message(inState(step, message, 'dropped', { kind: 'crowdedOut', most: backlogLimit }), false)
    if (step.find(message.to)) step.note(message.to, { kind: 'crowdedOut', from: message.fromName })
  }
}

/**
 * Releases what a link held, as its mode says (`quietly`: without starting turns), and counts it up to the
 * budget.
 */
export function releaseBacklog(step: Step, link: Link, quietly = false): Link {
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
    // A deleted member waits for no answer.
    if (link.members.includes(from.id)) asks = withExchange(asks, from.id, to)
    const crossed = message.crossed && { ...message.crossed, carriage }
    releasePaused(step, { ...message, crossed, priority: carriage === 'absorb' ? 'low' : 'normal' })
  }
  // The machine that owns the link counts it.
  if (!isCounted) return link
  const count = new Set(kept.map(crossingOf)).size
  const gone: Link = { ...link, asks, budgetUsed: Math.min(link.budgetGranted, link.budgetUsed + count) }
  step.link(gone)
  return gone
}

export function dropBacklog(step: Step, link: Link): void {
  for (const message of backlogOf(step, link))
    step.message(inState(step, message, 'dropped', { kind: 'link', act: 'closed' }), false)
}

export function dropBacklogOf(step: Step, link: Link, gone: readonly AgentId[]): void {
  for (const message of backlogOf(step, link))
    if (gone.includes(message.to))
      step.message(inState(step, message, 'dropped', { kind: 'link', act: 'left' }), false)
}

/**
 * Nobody can raise the cap of a closed link: what had crossed it and waits for the cap is only absorbed now.
 */
export function absorbCappedCrossings(step: Step, id: AgentId): void {
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
