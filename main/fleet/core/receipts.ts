import { userKey } from '../../contract/mail/authors.ts'
import type { MachineName, RemoteMessageState } from '../../contract/fleet/machines.ts'
import type { WireReceipt } from '../contract/wire.ts'
import { messageLimit, wireLimits } from '../../contract/api/limits.ts'
import { messageReasonWords } from '../../contract/mail/message-words.ts'
import type { MessageReason } from '../../contract/mail/message-reasons.ts'
import type { MessageId } from '../../contract/api/model.ts'
import type { Message, MessageState } from '../../contract/mail/messages.ts'
import { applyTurnReceipt } from './gathering-turns.ts'
import { endMessage, notifySender, settle } from '../../core/mail/tickets.ts'
import type { AgentState } from '../../core/step/state.ts'
import type { Step } from '../../core/step/step.ts'
import { cutBytes } from '../../core/words/text.ts'
import { pending, enqueue } from './log.ts'
import { machineOfAuthor, nameOfPeer, machineOf, ownIdOf } from '../../core/step/peer-ids.ts'
import type { Answer } from '../../core/step/events.ts'
import type { PeerSeen } from '../../core/step/fleet-commands.ts'
import { refuse } from '../../core/mail/mailbox.ts'

const standings: Readonly<Record<MessageState, RemoteMessageState>> = {
  queued: 'waits',
  written: 'waits',
  held: 'held',
  read: 'read',
  answered: 'answered',
  withdrawn: 'withdrawn',
  expired: 'expired',
  dropped: 'dropped',
  undeliverable: 'undeliverable',
}

/** Sends the changed states of remote messages to their senders' machines. */
export function sendReceipts(step: Step): void {
  for (const message of step.dirty.standings()) {
    const machine = machineOfAuthor(message.from)
    const id = message.idempotencyKey
    if (machine !== null && id !== null)
      enqueue(step, machine, 'receipt', receiptOf(step, id as MessageId, message))
  }
}

function receiptOf(step: Step, id: MessageId, message: Message): WireReceipt {
  const { state, reason, reply, turn } = message
  const receiver = step.find(message.to)
  const present = receiver?.turn ?? null
  return {
    message: id,
    stands: standings[state],
    turn: turn !== null && present?.id === turn ? present.n : null,
    isOver: !isOpen(message, receiver),
    why: messageReasonWords(reason, 'agent').slice(0, wireLimits.why),
    reply: reply && {
      text: cutBytes(reply.text, messageLimit).text,
      implicit: reply.implicit,
      metadata: reply.metadata,
    },
  }
}

/** Whether its state can still change. A question to the user is kept with their seat. */
function isOpen({ id, to, asks, state }: Message, receiver: AgentState | undefined): boolean {
  if (to === userKey) return asks !== undefined && (state === 'queued' || state === 'read')
  return receiver?.mailbox.some((open) => open.id === id) === true
}

export function refuseMail(step: Step, machine: MachineName, message: MessageId, why: string): void {
  const { refused = [] } = step.fleet.machine(machine).machine
  step.fleet.keep(machine, {
    refused: [...refused.filter((one) => one !== message), message].slice(-mostRefused),
  })
  sendEndReceipt(step, machine, message, 'undeliverable', why)
}

/** Sends a final receipt for a message that no turn has read. */
export function sendEndReceipt(
  step: Step,
  machine: MachineName,
  message: MessageId,
  stands: RemoteMessageState,
  why: string,
): void {
  enqueue(step, machine, 'receipt', { message, stands, turn: null, isOver: true, why, reply: null })
}

/** Refused ids that are remembered; a repetition may already be on its way. */
const mostRefused = 50

export function isRefused(step: Step, machine: MachineName, message: MessageId): boolean {
  return (step.fleet.machine(machine).machine.refused ?? []).includes(message)
}

/** Repeats the refusal of a repeated message, unless it is still waiting to be sent. */
export function refuseAgain(step: Step, machine: MachineName, message: MessageId): void {
  const isTold = pending(step, machine, 'receipt').some(
    ({ body }) => body.message === message && body.stands === 'undeliverable',
  )
  if (!isTold) refuseMail(step, machine, message, 'it was not taken before')
}

/** After a machine lost its memory: sends the states of its open messages again. */
export function resendReceipts(step: Step, machine: MachineName): void {
  for (const { mailbox } of step.agents())
    for (const message of mailbox) if (machineOfAuthor(message.from) === machine) step.dirty.standing(message)
}

export function applyReceipt(step: Step, machine: MachineName, receipt: WireReceipt): void {
  const message = step.fleet.machine(machine).mail.find(({ id }) => id === receipt.message)
  if (!message) return
  const { stands, reply, why } = receipt
  const known = message.reason?.kind === 'away' ? message.reason : null
  const turn = receipt.turn ?? known?.turn ?? null
  const reason: MessageReason = { kind: 'away', machine, stands, turn, why }
  const isRead = message.state === 'read'
  if (message.piece) return applyTurnReceipt(step, message, message.piece, receipt, reason)
  switch (stands) {
    case 'waits':
    case 'held':
      // A late receipt; a message that was read stays so.
      if (!isRead) step.message({ ...message, reason }, true)
      return
    case 'read':
      step.message(
        { ...message, state: 'read', stateAt: isRead ? message.stateAt : step.now, reason },
        !receipt.isOver,
      )
      if (!receipt.isOver && message.expectsReply && isRead && why !== '' && why !== known?.why)
        notifySender(step, message, `Your question ${message.id}: ${why}.`, 'low')
      return
    case 'answered':
      if (message.expectsReply && reply !== null) {
        settleAway(step, message, receipt)
        markUnseenReceipt(step, machine, message)
      } else step.message({ ...message, state: 'answered', stateAt: step.now, reason }, false)
      return
    default:
      endMessage(step, message, stands, reason)
      if (stands !== 'withdrawn') markUnseenReceipt(step, machine, message)
  }
}

function settleAway(step: Step, ticket: Message, { reply }: WireReceipt): void {
  if (reply === null) return
  const { text: body, implicit, metadata } = reply
  const fromName = nameOfPeer(step.fleet.machines, ticket.to) ?? ticket.to
  settle(step, ticket, { fromName, body, metadata, idempotencyKey: null }, implicit)
}

/** Marks the receiver as unseen for the user who wrote to it. */
export function markUnseenReceipt(step: Step, machine: MachineName, { from, to }: Message): void {
  if (from.kind !== 'user') return
  const { unseen = [] } = step.fleet.machine(machine).machine
  const peer = ownIdOf(to)
  if (!unseen.includes(peer)) step.fleet.keep(machine, { unseen: [...unseen, peer] })
}

export function peerSeen(step: Step, { peer }: PeerSeen): Answer {
  const machine = step.fleet.machines.get(machineOf(peer) ?? '')?.machine
  if (!machine) return refuse('not_found', 'No machine of that name is known.')
  const { unseen = [] } = machine
  const left = unseen.filter((one) => one !== ownIdOf(peer))
  if (left.length < unseen.length) step.fleet.keep(machine.id, { unseen: left })
  return { kind: 'done' }
}
