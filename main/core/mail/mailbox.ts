import { isPeers, peerKeyOf } from '../../contract/mail/authors.ts'
import type { ErrorCode } from '../../contract/api/errors.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import type { MessageReason } from '../../contract/mail/message-reasons.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { pick } from '../../contract/api/pick.ts'
import type { Hold, Message, MessageState } from '../../contract/mail/messages.ts'
import { callKey } from '../../contract/agents/tool-calls.ts'
import { machineOf, isRemote } from '../step/peer-ids.ts'
import { queueOf } from './queue.ts'
import type { Answer } from '../step/events.ts'
import type { Agent } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { firstLine } from '../words/text.ts'
import { endAwaitsOnMessage } from './awaits.ts'
import { messageChain, loopReason } from './loop-guard.ts'
import { findFullRoom, type FullRoom } from './mailbox-room.ts'
import { newMessage } from './new-message.ts'
import { asksLess } from './permission-order.ts'

/** A reply needs a turn, which priority low doesn't start. */
export const lowTicket = (): Answer =>
  refuse('low_ticket', 'A message that expects a reply cannot have the priority low, which starts no turn.')

export const refuse = (code: ErrorCode, message: string): Answer => ({
  kind: 'refused',
  refusal: { code, message },
})

/** Fields of a message that a draft may set; see `untouched` for the others. */
const draftFields = [
  'expectsReply',
  'isReply',
  'now',
  'metadata',
  'idempotencyKey',
  'depth',
  'causes',
  'crossed',
  'spoken',
  'broadcast',
  'byHandler',
  'comments',
  'goesOn',
  'piece',
  'asks',
] as const

export type NewMessage = Pick<Message, 'from' | 'fromName' | 'to' | 'body' | 'priority'> &
  Partial<Pick<Message, (typeof draftFields)[number] | 'attachments'>> & {
    readonly replied?: Message | null
    readonly isHeld?: boolean
    readonly kept?: MessageReason
  }

export type CheckedMessage = Pick<Message, 'from' | 'to' | 'body' | 'attachments'>

export function refusalOf(step: Step, { from, to, body, attachments = [] }: CheckedMessage): Answer | null {
  if (body.trim() === '' && attachments.length === 0)
    return refuse('empty_message', 'The message is empty. Write what the other agent should know.')
  const machine = machineOf(to)
  if (machine !== null && !step.machines.has(machine))
    return refuse('not_found', `There is no machine ${machine}.`)
  const full = fullRoomAt(step, { from, to, body })
  return full === null ? null : refuse('too_many', fullWords[full](machine ?? step.get(to).agent.name))
}

/** All mail for another machine counts as one mailbox. */
export function fullRoomAt(
  step: Step,
  { from, to, body }: Omit<CheckedMessage, 'attachments'>,
): FullRoom | null {
  const machine = machineOf(to)
  const waiting =
    machine === null
      ? step
          .get(to)
          .mailbox.filter((one) => one.state !== 'read' && one.spoken === null && !isOfSeatAway(one))
      : (step.machines.get(machine)?.mail ?? [])
  return findFullRoom(step.limits.mailbox, waiting, from, body)
}

const fullWords: Readonly<Record<FullRoom, (name: string) => string>> = {
  user: (name) =>
    `The mailbox of ${name} is full with your own messages. Withdraw some, or wait until some are read.`,
  sender: (name) =>
    `As many of your messages wait unread for ${name} as one sender may have there. Wait until some are read, then say what is left in one message.`,
  machine: (name) =>
    `As many messages of one machine wait unread for ${name} as one machine may have there. Send it again when some are read.`,
  peers: (name) =>
    `The mailbox of ${name} is full with messages of other agents. Try again when some are read, or tell your user.`,
}

export function accept(step: Step, draft: NewMessage): Message {
  const id = step.ids.next('msg')
  const { from, fromName, to, body, priority, replied = null } = draft
  const chain = messageChain(step, from)
  const depth = draft.depth ?? chain.depth
  const isReply = draft.isReply ?? false
  const crossed = draft.crossed ?? null
  const spoken = draft.spoken ?? null
  // In a gathering the piece decides who is heard; the guards for direct mail don't apply.
  const held = isOfSeatAway(draft)
    ? step.get(to).agent.seat?.asked
      ? ({ hold: 'paused', reason: { kind: 'seatAsked' } } as const)
      : null
    : spoken
      ? null
      : holdOf(step, { id, from, fromName, to, body, depth, isReply, crossed, priority }, draft)
  const message = newMessage(step, {
    causes: chain.causes,
    ...pick(draft, draftFields),
    id,
    from,
    fromName,
    to,
    body,
    priority,
    depth,
    state: held ? 'held' : 'queued',
    reason: held?.reason ?? null,
    hold: held?.hold ?? null,
    ...(replied ? { thread: replied.thread, replyTo: replied.id, quoted: firstLine(replied.body, 80) } : {}),
    ...(draft.attachments?.length ? { attachments: draft.attachments } : {}),
  })
  step.message(message, true)
  sentByCall(step, message)
  // Absorbed text is no reason to end a waiting call.
  if (isPeers(from) && !held && !spoken && !(crossed && !wakes(priority)))
    endAwaitsOnMessage(step, peerKeyOf(from), message)
  return message
}

export function acceptFromJanus(step: Step, draft: Omit<NewMessage, 'from' | 'fromName'>): Message {
  return accept(step, { from: { kind: 'system' }, fromName: 'Janus', ...draft })
}

export const isOfSeatAway = ({ asks, spoken }: Pick<NewMessage, 'asks' | 'spoken'>): boolean =>
  asks !== undefined || isRemote(spoken?.gathering ?? '')

/** Remembers which call sent a message, so that the call's row can link to it. */
function sentByCall(step: Step, { id, from, idempotencyKey }: Message): void {
  const sender = from.kind === 'agent' ? step.find(from.id) : undefined
  if (!sender?.turn || !idempotencyKey?.startsWith(callKey)) return
  const call = idempotencyKey.slice(callKey.length)
  step.set(sender.agent.id, { sent: [...sender.sent, { call, message: id }] })
}

type Said = Pick<
  Message,
  'id' | 'from' | 'fromName' | 'to' | 'body' | 'depth' | 'isReply' | 'crossed' | 'priority'
>

function isFirstTimeSender({ from, isReply, crossed }: Said, { shared, peers }: Agent): boolean {
  // Taking part in a link was approved by the user.
  if (crossed !== null) return false
  const isKnown = !isPeers(from) || peers.includes(peerKeyOf(from))
  return !isReply && shared !== 'open' && !isKnown
}

function holdOf(
  step: Step,
  said: Said,
  { isHeld = false, kept = { kind: 'link', act: 'paused' } }: Pick<NewMessage, 'isHeld' | 'kept'> = {},
): { hold: Hold; reason: MessageReason } | null {
  const { from, fromName, to } = said
  if (!isPeers(from)) return null
  const peer = peerKeyOf(from)
  if (isHeld) return { hold: 'loop', reason: { kind: 'broadcast' } }
  if (said.crossed?.carriage === 'paused') return { hold: 'paused', reason: kept }
  const loop = loopReason(step, { ...said, from: peer })
  if (loop !== null) return { hold: 'loop', reason: loop }
  // The user of the other machine decides there.
  if (isRemote(to)) return null
  const receiver = step.get(to).agent
  if (isRemote(peer) && isFirstTimeSender(said, receiver))
    return { hold: 'consent', reason: { kind: 'firstTimeSender', receiver: receiver.name, sender: fromName } }
  // The user may resend a message of a deleted agent.
  const sender = step.find(peer)?.agent
  if (
    sender &&
    !said.isReply &&
    !receiver.peers.includes(peer) &&
    asksLess(receiver.permissionMode, sender.permissionMode)
  ) {
    const reason = { kind: 'consent', receiver: receiver.name, sender: sender.name } as const
    return { hold: 'consent', reason }
  }
  if (receiver.policy === 'ask' && !(said.crossed && !wakes(said.priority)))
    return { hold: 'policy', reason: { kind: 'policy', receiver: receiver.name } }
  return null
}

/** Place in the receiver's queue, from 1; 0 if it doesn't wait for a prompt of its own. */
export function position(step: Step, message: Message): number {
  const queue = queueOf(step.find(message.to)?.mailbox ?? [])
  return queue.findIndex((other) => other.id === message.id) + 1
}

/** Releases messages whose hold no longer applies after a change of policy or permission mode. */
export function releaseObsoleteHolds(step: Step, id: AgentId): void {
  const { agent, mailbox } = step.get(id)
  for (const message of mailbox) {
    const sender = message.from.kind === 'agent' ? step.find(message.from.id)?.agent : undefined
    const moot =
      (message.hold === 'policy' && agent.policy !== 'ask') ||
      (message.hold === 'consent' && sender && !asksLess(agent.permissionMode, sender.permissionMode))
    if (moot) step.message(inState(step, message, 'queued', { kind: 'hand', act: 'mooted' }), true)
  }
}

/** Only the user can give slash commands. */
export function isCommand({ from, body }: Pick<Message, 'from' | 'body'>): boolean {
  return from.kind === 'user' && body.trimStart().startsWith('/')
}

export function inState(
  step: Step,
  message: Message,
  state: MessageState,
  reason: MessageReason | null,
): Message {
  const hold = state === 'held' ? message.hold : null
  return { ...message, state, stateAt: step.now, reason, hold, inInput: false }
}

/** Releases a message that a pause held, unless something else holds it. */
export function releasePaused(step: Step, message: Message): void {
  const held = holdOf(step, message)
  const now = held
    ? { ...inState(step, { ...message, hold: held.hold }, 'held', held.reason) }
    : inState(step, message, 'queued', { kind: 'link', act: 'wentOn' })
  step.message(now, true)
}
