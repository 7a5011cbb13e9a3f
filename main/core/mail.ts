import type { AgentId, Message, MessageId } from '../contract/model.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { Answer, Command } from './events.ts'
import { chainOf, loopReason } from './guard.ts'
import type { AgentState } from './state.ts'
import type { Step } from './step.ts'
import { utf8Length } from './text.ts'

type Sent = Extract<Command, { type: 'message.sent' }>

/** Most messages that may wait at one agent. */
export const mailboxCount = 1000
/** Most bytes that may wait at one agent. */
export const mailboxBytes = 64 * 1024 * 1024

export const refuse = (code: ErrorCode, message: string): Answer => ({
  kind: 'refused',
  refusal: { code, message },
})

/** Accepts a message into its receiver's mailbox, or says why not. */
export function send(step: Step, event: Sent): Answer {
  const receiver = step.find(event.to)
  if (!receiver)
    return refuse('unknown_agent', 'That agent does not exist any more. list_agents shows who is there.')
  if (event.from.kind === 'agent' && !step.find(event.from.id))
    return refuse('unauthorized', 'The sender is gone.')
  if (event.from.kind === 'agent' && event.from.id === event.to) {
    return refuse('self', 'That is you. A message goes to another agent.')
  }
  const earlier = event.earlier ?? sentWithKey(step, event)
  if (earlier) return repeat(step, event, earlier)
  if (event.body.trim() === '')
    return refuse('empty_message', 'The message is empty. Write what the other should know.')
  if (isFull(receiver, event.body)) {
    return refuse(
      'too_many',
      `The mailbox of ${receiver.agent.name} is full. Try again when it has read some of it.`,
    )
  }
  const message = accept(step, event)
  step.message(message, true)
  if (event.from.kind === 'human') wakeByPerson(step, event.to)
  return { kind: 'message', message, position: position(step, message) }
}

function accept(step: Step, event: Sent): Message {
  const { depth, causes } = chainOf(step, event.from)
  const loop = loopReason(depth)
  const { from, fromName, to, body, metadata, idempotencyKey } = event
  return {
    id: step.ids.next('msg'),
    seq: step.nextSeq(),
    from,
    fromName,
    to,
    body,
    priority: 'normal',
    replyTo: null,
    causes,
    depth,
    metadata,
    idempotencyKey,
    acceptedAt: step.now,
    state: loop === null ? 'queued' : 'held',
    stateAt: step.now,
    reason: loop ?? '',
    inInput: false,
    turn: null,
    deaths: 0,
  }
}

/** A word of the person lifts a stop or a failure. */
function wakeByPerson(step: Step, id: AgentId): void {
  const { agent } = step.get(id)
  if (agent.status !== 'stopped' && agent.status !== 'failed') return
  step.agent(id, { status: 'asleep', since: step.now, reason: '', deaths: [] })
}

function isFull(receiver: AgentState, body: string): boolean {
  if (receiver.mailbox.length >= mailboxCount) return true
  const waiting = receiver.mailbox.reduce((sum, message) => sum + message.body.length, 0)
  return waiting + utf8Length(body) > mailboxBytes
}

function sentWithKey(step: Step, event: Sent): Message | null {
  if (event.idempotencyKey === null) return null
  for (const { mailbox } of step.agents()) {
    const same = mailbox.find((m) => m.idempotencyKey === event.idempotencyKey && isSameSender(m, event))
    if (same) return same
  }
  return null
}

function isSameSender(message: Message, event: Sent): boolean {
  if (message.from.kind === 'agent' && event.from.kind === 'agent') return message.from.id === event.from.id
  return message.from.kind === event.from.kind
}

/** The same key again: the same message if it says the same, a refusal if not. */
function repeat(step: Step, event: Sent, earlier: Message): Answer {
  const same =
    earlier.to === event.to &&
    earlier.body === event.body &&
    JSON.stringify(earlier.metadata) === JSON.stringify(event.metadata)
  if (!same) return refuse('key_reused', 'This idempotency key was used for another message. Use a new one.')
  const open = step.find(earlier.to)?.mailbox.find((message) => message.id === earlier.id) ?? earlier
  return { kind: 'message', message: open, position: position(step, open) }
}

/** Place in the mailbox, from 1; 0 when it does not wait. */
export function position(step: Step, message: Message): number {
  const queued = step.find(message.to)?.mailbox.filter((other) => other.state === 'queued') ?? []
  return queued.findIndex((other) => other.id === message.id) + 1
}

/** The person takes a message back that was not written yet. */
export function withdraw(step: Step, id: MessageId): Answer {
  const message = waiting(step, id)
  if (!message) return refuse('wrong_state', 'That message does not wait any more.')
  const withdrawn: Message = { ...message, state: 'withdrawn', stateAt: step.now, reason: 'withdrawn by you' }
  step.message(withdrawn, false)
  return { kind: 'message', message: withdrawn, position: 0 }
}

/** The person lets a held message go on; its chain counts from 0 again. */
export function release(step: Step, id: MessageId): Answer {
  const message = waiting(step, id)
  if (message?.state !== 'held') return refuse('wrong_state', 'That message is not held.')
  const released: Message = {
    ...message,
    state: 'queued',
    stateAt: step.now,
    reason: 'released by you',
    depth: 0,
  }
  step.message(released, true)
  return { kind: 'message', message: released, position: position(step, released) }
}

function waiting(step: Step, id: MessageId): Message | undefined {
  for (const { mailbox } of step.agents()) {
    const found = mailbox.find((message) => message.id === id)
    if (found) return found.state === 'queued' || found.state === 'held' ? found : undefined
  }
  return undefined
}
