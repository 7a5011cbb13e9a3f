import { isPeers, peerKeyOf } from '../../contract/mail/authors.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { interrupts, type Priority, priorityNextTo, wakes } from '../../contract/mail/priorities.ts'
import { pick } from '../../contract/api/pick.ts'
import { isReachable, findOpen } from '../step/mail-for.ts'
import { isRemote } from '../step/peer-ids.ts'
import type { Answer, Command } from '../step/events.ts'
import { isQuestion } from '../heartbeats/stale-intents.ts'
import { openLinksOf } from '../links/queries.ts'
import { stopLinks } from '../links/links.ts'
import { isBusy } from '../step/status.ts'
import type { Step } from '../step/step.ts'
import { forgive } from '../mail/loop-guard.ts'
import { isOfSeatAway, accept, inState, releasePaused, position, refuse } from '../mail/mailbox.ts'
import { endMessage, isUnanswered, notifySender } from '../mail/tickets.ts'
import { areOwn, queuePlaceOf, queueOf } from '../mail/queue.ts'

type OnMessage = Extract<Command, { readonly message: MessageId }>

export function handle(step: Step, event: OnMessage): Answer {
  const message = findOpen(step, event.message)
  if (message?.spoken)
    return refuse('wrong_state', 'What is said in a circle goes to everybody who sits there.')
  if (message && isRemote(message.to) && !isOurs(event))
    return refuse('wrong_state', 'It is for another machine: there it has its place.')
  if (event.type === 'message.nudged') return nudge(step, message)
  if (message?.state === 'held') {
    const act = event.type === 'message.released' ? release : event.type === 'message.dropped' ? drop : null
    // A held broadcast is decided as one.
    if (act) for (const other of sameBroadcast(step, message)) act(step, other)
    if (act) return act(step, message)
  }
  if (event.type === 'message.released' || event.type === 'message.dropped')
    return refuse('wrong_state', 'That message is not held.')
  if (event.type === 'message.withdrawn') return withdraw(step, message)
  if (message?.state !== 'queued') return refuse('wrong_state', 'That message does not wait any more.')
  if (isQuestion(message)) return refuse('wrong_state', 'It is sent with the task that it is about.')
  switch (event.type) {
    case 'message.moved':
      return move(step, message, event.to)
    case 'message.hastened':
      return changed(step, { ...message, now: true, reason: { kind: 'hand', act: 'hastened' } })
    case 'message.decided':
      return decide(step, message, event)
  }
}

/** Whether the action also applies to messages for another machine. */
const isOurs = ({ type }: OnMessage): boolean =>
  type === 'message.released' || type === 'message.dropped' || type === 'message.withdrawn'

function sameBroadcast(step: Step, { id, from, acceptedAt, reason }: Message): readonly Message[] {
  if (reason?.kind !== 'broadcast' || from.kind !== 'agent') return []
  const isSame = (other: Message) =>
    other.id !== id &&
    other.reason?.kind === 'broadcast' &&
    other.state === 'held' &&
    other.acceptedAt === acceptedAt &&
    other.from.kind === 'agent' &&
    other.from.id === from.id
  return step.agents().flatMap(({ mailbox }) => mailbox.filter(isSame))
}

/** *Close*: a message held as a loop also stops the links between the two. */
function drop(step: Step, message: Message): Answer {
  const { from, to, hold, crossed, reason } = message
  if (hold === 'loop' && reason?.kind !== 'broadcast' && from.kind === 'agent') {
    const between = openLinksOf(step.links, from.id).filter(({ members }) => members.includes(to))
    stopLinks(step, crossed ? [crossed.link] : between.map(({ id }) => id))
  }
  return done(endMessage(step, message, 'dropped', { kind: 'hand', act: 'closed' }))
}

/** Withdraws what wasn't written yet, or a ticket that was read but is not in work. */
function withdraw(step: Step, message: Message | undefined): Answer {
  const waits = message?.state === 'queued' || message?.state === 'held'
  const isIdleTicket = message?.state === 'read' && isUnanswered(message) && !isInFrame(step, message)
  if (!message || !(waits || isIdleTicket))
    return refuse('wrong_state', 'That message does not wait any more.')
  if (message.reason?.kind === 'away') {
    step.announce('message.recalled', { message })
    return done(message)
  }
  return done(endMessage(step, message, 'withdrawn', { kind: 'hand', act: 'withdrawn' }))
}

function isInFrame(step: Step, { id, to }: Message): boolean {
  return step.find(to)?.frames.some((frame) => frame.messages.includes(id)) === true
}

/** Releases a held message: its chain's depth restarts at 0, and consent applies to the pair from now on. */
function release(step: Step, message: Message): Answer {
  const { from, to, hold, crossed } = message
  if (crossed?.carriage === 'paused' && (hold === 'paused' || hold === 'restored'))
    return goOn(step, { ...message, crossed: { ...crossed, carriage: 'converse' } })
  // Accepting a message from another machine's gathering accepts the agent's seat there.
  if (hold === 'paused' && isOfSeatAway(message)) {
    step.announce('seat.granted', { agent: to })
    return done(findOpen(step, message.id) ?? message)
  }
  if (isPeers(from) && hold === 'loop') forgive(step, peerKeyOf(from), to)
  if (isPeers(from) && hold === 'consent') allowPair(step, message, peerKeyOf(from))
  const depth = hold === 'loop' ? 0 : message.depth
  // Its handler must not answer it any more.
  const handled = hold === 'answering' ? null : message.handled
  // An idle agent gets it at once: the click is newer than any typing.
  const receiver = step.find(to)
  const now = message.now || (receiver !== undefined && !isBusy(receiver))
  return changed(step, {
    ...inState(step, message, 'queued', { kind: 'hand', act: 'released' }),
    depth,
    now,
    handled,
  })
}

/** Releases one message that its link holds; it starts a turn, unless something else holds it. */
function goOn(step: Step, message: Message): Answer {
  releasePaused(step, { ...message, priority: 'normal' })
  const now = findOpen(step, message.id) ?? message
  return { kind: 'message', message: now, position: position(step, now) }
}

/** The sender may write to the receiver from now on; its other messages held for consent are released. */
function allowPair(step: Step, { id, to }: Message, peer: AgentId): void {
  const { agent, mailbox } = step.get(to)
  step.agent(to, { peers: [...agent.peers, peer] })
  for (const other of mailbox) {
    const same = other.hold === 'consent' && isPeers(other.from) && peerKeyOf(other.from) === peer
    if (same && other.id !== id)
      step.message(inState(step, other, 'queued', { kind: 'hand', act: 'allowed' }), true)
  }
}

function move(step: Step, message: Message, to: MoveTo): Answer {
  if (message.from.kind === 'user') return putAmongOwn(step, message, to)
  if (typeof to !== 'string')
    return refuse('wrong_state', 'Only your own words have a place. Promote this one, or demote it.')
  const priority = priorityNextTo(message.priority, to)
  if (priority === null)
    return refuse(
      'wrong_state',
      `It is ${message.priority} already: there is nothing ${to === 'up' ? 'above' : 'below'}.`,
    )
  if (message.expectsReply && !wakes(priority))
    return refuse('low_ticket', 'It expects a reply, so it cannot be low: that would wake nobody.')
  const reason = { kind: 'hand', act: to === 'up' ? 'promoted' : 'demoted' } as const
  return changed(step, { ...withPriority(message, priority, step.now), reason })
}

/** The user's action sets the priority. A promoted message doesn't ask the user again. */
export function withPriority(message: Message, priority: Priority, now: number): Message {
  return { ...message, priority, card: interrupts(priority) ? { at: now, later: true } : message.card }
}

function decide(
  step: Step,
  message: Message,
  event: Extract<OnMessage, { type: 'message.decided' }>,
): Answer {
  if (message.card === null) return refuse('wrong_state', 'That message does not ask you any more.')
  if (event.decision === 'later')
    return changed(step, {
      ...message,
      card: { ...message.card, later: true },
      reason: { kind: 'hand', act: 'postponed' },
    })
  const receiver = step.get(message.to)
  // Never dismisses an open question to the user.
  if (event.stopTool && isBusy(receiver) && receiver.turn !== null && receiver.cards.length === 0) {
    step.set(message.to, { interruptingMessage: message.id })
    step.emit({ do: 'agent.interrupt', agent: message.to, run: receiver.run })
  }
  return changed(step, {
    ...message,
    priority: 'urgent',
    now: true,
    reason: { kind: 'hand', act: 'handled' },
  })
}

/** Asks a read, unanswered ticket again once its agent is idle. */
function nudge(step: Step, message: Message | undefined): Answer {
  if (message?.state !== 'read' || !isUnanswered(message) || isInFrame(step, message))
    return refuse('wrong_state', 'That is no question that was read and waits for its answer.')
  const { typing: composed } = step.get(message.to)
  // Don't let it wait for the keys the user pressed before.
  if (composed !== null) step.set(message.to, { typing: { ...composed, sent: true } })
  return changed(step, { ...message, reminded: false, reason: { kind: 'nudged', before: message.reason } })
}

const resent = [
  'from',
  'fromName',
  'to',
  'body',
  'attachments',
  'comments',
  'priority',
  'expectsReply',
  'metadata',
] as const

export function retry(step: Step, lost: Message): Answer {
  if (lost.state !== 'undeliverable') return refuse('wrong_state', 'That message was not given up.')
  if (!isReachable(step, lost.to)) return refuse('unknown_agent', 'The agent that it was for is gone.')
  const again = accept(step, { ...pick(lost, resent), depth: 0, causes: [] })
  const settled = { ...again, ...pick(lost, ['thread', 'replyTo', 'quoted', 'isReply']) }
  step.message(settled, true)
  notifySender(step, lost, `Your user has sent your message ${lost.id} again, as ${again.id}.`, 'low')
  return { kind: 'message', message: settled, position: position(step, settled) }
}

function changed(step: Step, message: Message): Answer {
  step.message(message, true)
  return { kind: 'message', message, position: position(step, message) }
}

function done(message: Message): Answer {
  return { kind: 'message', message, position: 0 }
}

/** One step, or before another message (null: to the end). */
export type MoveTo = 'up' | 'down' | { readonly before: MessageId | null }

function putAmongOwn(step: Step, message: Message, to: MoveTo): Answer {
  const own = queueOf(step.get(message.to).mailbox).filter((other) => areOwn(message, other))
  const others = own.filter(({ id }) => id !== message.id)
  const at = wanted(own, others, message, to)
  if (at < 0 || at > others.length)
    return refuse('wrong_state', 'Your words have no place there: only among your own that wait like them.')
  const order = [...others.slice(0, at), message, ...others.slice(at)]
  own.map(queuePlaceOf).forEach((place, index) => {
    const one = order[index]
    if (one && queuePlaceOf(one) !== place) step.message({ ...one, place }, true)
  })
  const moved = step.get(message.to).mailbox.find(({ id }) => id === message.id) ?? message
  return { kind: 'message', message: moved, position: position(step, moved) }
}

/** The index among the others; out of range if there is none. */
function wanted(own: readonly Message[], others: readonly Message[], { id }: Message, to: MoveTo): number {
  const from = own.findIndex((one) => one.id === id)
  if (to === 'up') return from - 1
  if (to === 'down') return from + 1
  return to.before === null ? others.length : others.findIndex((one) => one.id === to.before)
}
