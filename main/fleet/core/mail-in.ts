import { guestName, peerKeyOf, userKey, type PeerAuthor } from '../../contract/mail/authors.ts'
import type { MachineName } from '../../contract/fleet/machines.ts'
import type { WireCrossed, WireMail } from '../contract/wire.ts'
import type { Crossing } from '../../contract/links/links.ts'
import type { MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { interrupts, type Priority } from '../../contract/mail/priorities.ts'
import { onMessageSent } from '../../core/handlers/look.ts'
import { isAnchoring } from '../../core/step/status.ts'
import { copyFor, recordCrossing } from './link-words.ts'
import { backlogReason } from '../../core/links/queries.ts'
import { accept, fullRoomAt } from '../../core/mail/mailbox.ts'
import { answerTicket, endMessage, isUnanswered } from '../../core/mail/tickets.ts'
import type { AgentState } from '../../core/step/state.ts'
import type { Step } from '../../core/step/step.ts'
import { remoteAuthor, machineOfAuthor, nameOver, peerId } from '../../core/step/peer-ids.ts'
import { userSeatMail, withdrawTurn } from './user-seat.ts'
import { seatMail } from './seat-here.ts'
import { isRefused, refuseAgain, refuseMail, sendEndReceipt } from './receipts.ts'

interface Found {
  readonly replied: Message | null
  readonly earlier: Message | null
  readonly crossing: Crossing | null
}

/** Delivers a remote message to a mailbox, or sends back why not. */
export function receiveMail(
  step: Step,
  machine: MachineName,
  mail: WireMail,
  { replied, earlier, crossing }: Found,
): void {
  const from = remoteAuthor(machine, mail.from)
  if (earlier) return repeatState(step, machine, mail, earlier)
  // It was refused and the sender's machine doesn't know yet: the refusal holds, even if the receiver
  // exists by now.
  if (isRefused(step, machine, mail.id)) return refuseAgain(step, machine, mail.id)
  if (mail.to === userKey && mail.seat) return userSeatMail(step, machine, mail, mail.seat)
  const receiver = step.find(mail.to)
  const shared = receiver?.agent.shared ?? 'no'
  // In a closed tab it waits, like local messages.
  if (!receiver || shared === 'no') return refuseMail(step, machine, mail.id, 'no such agent is shared there')
  const full = fullRoomAt(step, { from, to: mail.to, body: mail.body })
  if (full !== null) return refuseMail(step, machine, mail.id, whyFull[full])
  if (mail.seat) return seatMail(step, machine, mail, mail.seat)
  if (mail.crossed) return deliverCrossed(step, machine, mail, mail.crossed, crossing)
  const answered =
    replied?.to === peerKeyOf(from) && replied.from.kind === 'agent' && replied.from.id === mail.to
  const asked = answered && replied.expectsReply
  if (asked && isUnanswered(replied)) return answer(step, machine, mail, replied)
  const message = accept(step, {
    from,
    fromName: guestName(mail.from.name, machine),
    to: mail.to,
    body: mail.body,
    priority: priorityOf(receiver, from, mail.priority),
    expectsReply: mail.expectsReply,
    replied,
    isReply: asked,
    depth: depthOf(from, mail, replied),
    causes: replied ? [replied.id] : [],
    metadata: mail.metadata,
    idempotencyKey: mail.id,
  })
  step.announce('message.sent', { message })
}

/** Sent to the sender's machine; older versions know the first text only. */
const whyFull = {
  user: 'its mailbox is full',
  peers: 'its mailbox is full; try again when it has read some',
  machine: 'its mailbox is full with messages of your machine; try again when it has read some',
  sender: 'its mailbox is full with messages of this sender; try again when it has read some',
} as const

/** Delivers a message over a link: only to members whose user has accepted. */
function deliverCrossed(
  step: Step,
  machine: MachineName,
  mail: WireMail,
  wire: WireCrossed,
  known: Crossing | null,
): void {
  const { id, to, body, depth } = mail
  const link = copyFor(step, machine, mail)
  if (!link || !('id' in mail.from)) return refuseMail(step, machine, id, 'it takes no part in that link')
  const isOn = step.limits.links
  const carriage = !isOn ? 'paused' : isAnchoring(step.get(to)) ? 'absorb' : wire.carriage
  const isWaking = carriage === 'asked' || carriage === 'converse'
  const message = accept(step, {
    from: remoteAuthor(machine, mail.from),
    fromName: nameOver(mail.from.name, machine),
    to,
    body,
    priority: isWaking ? 'normal' : 'low',
    depth,
    causes: [],
    idempotencyKey: id,
    kept: backlogReason(link, step),
    crossed: { link: link.id, crossing: peerId(machine, wire.crossing), carriage },
  })
  recordCrossing(step, link, message, wire, known)
  onMessageSent(step, { message })
}

function answer(step: Step, machine: MachineName, mail: WireMail, ticket: Message): void {
  const { body, metadata } = mail
  const fromName = guestName(mail.from.name, machine)
  answerTicket(step, ticket, { fromName, body, metadata, idempotencyKey: mail.id })
  sendEndReceipt(step, machine, mail.id, 'answered', '')
}

/** A repeated message: sends its state again, or refuses it if the text differs. */
function repeatState(step: Step, machine: MachineName, mail: WireMail, earlier: Message): void {
  if (earlier.to !== mail.to || earlier.body !== mail.body)
    return refuseMail(step, machine, mail.id, 'other words came under its id')
  step.dirty.standing(earlier)
}

/** Interrupting priorities need the user's permission for the sender; remote users never have it. */
function priorityOf({ agent }: AgentState, from: PeerAuthor, priority: Priority): Priority {
  const mayInterrupt = from.kind === 'agent' && agent.peers.includes(from.id)
  return interrupts(priority) && !mayInterrupt ? 'high' : priority
}

/** A reply is one deeper than its ticket; a user's message starts a chain. */
function depthOf(from: PeerAuthor, mail: WireMail, replied: Message | null): number {
  return from.kind === 'guest' ? mail.depth : Math.max(mail.depth, (replied?.depth ?? 0) + 1)
}

/** The sender's machine withdraws a message: possible while it waits, for a question also after it was read. */
export function withdrawRemote(step: Step, machine: MachineName, id: MessageId): void {
  if (withdrawTurn(step, machine, id)) return
  for (const { mailbox, frames } of step.agents()) {
    const found = mailbox.find(
      ({ from, idempotencyKey }) => idempotencyKey === id && machineOfAuthor(from) === machine,
    )
    if (!found) continue
    const waits = found.state === 'queued' || found.state === 'held'
    const isIdle =
      found.state === 'read' &&
      isUnanswered(found) &&
      !frames.some(({ messages }) => messages.includes(found.id))
    if (waits || isIdle) endMessage(step, found, 'withdrawn', null)
    else step.dirty.standing(found)
    return
  }
}
