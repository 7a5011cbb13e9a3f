import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { isHandedOver } from '../../contract/agents/tool-calls.ts'
import type { Answer, AwaitEnded, Block } from '../step/events.ts'
import type { Await } from '../step/state.ts'
import { saidAtField } from '../step/transcript.ts'
import { findOpen } from '../step/mail-for.ts'
import { resetSilence } from '../step/silence.ts'
import type { Step } from '../step/step.ts'

export function beginAwait(step: Step, id: AgentId, ticket: MessageId, call: string | null): Answer {
  const state = step.find(id)
  if (!state) return { kind: 'done' }
  const asked = findOpen(step, ticket)
  const reply = asked ? undefined : replyTo(state.mailbox, ticket)
  const peer = asked?.to ?? (reply?.from.kind === 'agent' ? reply.from.id : null)
  if (peer === null) return { kind: 'done' }
  const came = { handed: reply?.id ?? null, over: asked ? null : ('reply' as const) }
  const began: Await = { ticket, call, peer, since: step.now, ...came }
  const others = state.awaits.filter((one) => !isSame(one, ticket, call))
  step.set(id, { awaits: [...others, began] })
  resetSilence(step, state)
  return { kind: 'done' }
}

/**
 * If the call got the reply, the await is kept until the call's result is in the agent's stream or its turn
 * ends: only then has the model surely read it.
 */
export function endAwait(step: Step, { agent: id, ticket, call, handed }: AwaitEnded): void {
  const state = step.find(id)
  if (!state) return
  const isKept = (one: Await): boolean => handed && one.handed !== null
  step.set(id, { awaits: state.awaits.filter((one) => !isSame(one, ticket, call) || isKept(one)) })
}

function replyTo(mailbox: readonly Message[], ticket: MessageId): Message | undefined {
  return mailbox.find(({ isReply, replyTo, state }) => isReply && replyTo === ticket && state === 'queued')
}

function isSame(one: Await, ticket: MessageId, call: string | null): boolean {
  return one.ticket === ticket && one.call === call
}

/** Ends the waits for a settled ticket; `reply`: its answer. */
export function endAwaitsOnReply(step: Step, ticket: Message, reply: MessageId | null): void {
  if (ticket.from.kind !== 'agent') return
  end(step, ticket.from.id, reply === null ? 'over' : 'reply', (one) => one.ticket === ticket.id, reply)
}

/**
 * Ends waits for this peer's reply when it sends something else: that may be a question it needs answered
 * first.
 */
export function endAwaitsOnMessage(step: Step, from: AgentId, message: Message): void {
  end(
    step,
    message.to,
    'peer',
    (one) => one.peer === from && !(message.isReply && message.replyTo === one.ticket),
  )
}

/** Ends all waits when something is steered in, since the model can't read it while its call waits. */
export function endAwaitsOnSteer(step: Step, id: AgentId): void {
  end(step, id, 'mail', () => true)
}

function end(
  step: Step,
  id: AgentId,
  over: NonNullable<Await['over']>,
  which: (one: Await) => boolean,
  handed: MessageId | null = null,
): void {
  const state = step.find(id)
  if (!state?.awaits.some((one) => one.over === null && which(one))) return
  step.set(id, {
    awaits: state.awaits.map((one) => (one.over === null && which(one) ? { ...one, over, handed } : one)),
  })
}

/** Only a call of `send_to_agent` can hand over a reply. */
export function sawCall(step: Step, id: AgentId, { call, tool }: Extract<Block, { kind: 'tool' }>): void {
  if (tool.kind !== 'own' || tool.name !== handsOver) return
  step.set(id, { sends: [...step.get(id).sends, call] })
}

const handsOver = 'send_to_agent'

/**
 * A call's result in the agent's stream proves that its model has read the reply given to the call. Programs
 * that don't pass call ids to our server are recognized by our text in the result.
 */
export function sawResult(step: Step, id: AgentId, block: Extract<Block, { kind: 'result' }>): void {
  const { awaits, mailbox, turn, sends } = step.get(id)
  const isOurs = sends.includes(block.call)
  const stillOut = sends.filter((call) => call !== block.call)
  if (isOurs) step.set(id, { sends: stillOut })
  const seen =
    awaits.find(({ call, handed }) => call === block.call && handed !== null) ??
    (isOurs ? awaits.find((one) => tellsOf(block, one)) : undefined)
  if (!seen) {
    // No other result can prove it any more: the reply comes as a message.
    if (isOurs && stillOut.length === 0)
      step.set(id, { awaits: awaits.filter(({ call, handed }) => call !== null || handed === null) })
    return
  }
  step.set(id, { awaits: awaits.filter((one) => one !== seen) })
  const reply = mailbox.find(({ id: message, state }) => message === seen.handed && state === 'queued')
  if (!reply || block.end !== 'done' || !block.text.includes(reply.id)) return
  const reason = { kind: 'awaited' } as const
  step.message({ ...reply, state: 'read', stateAt: step.now, reason, turn: turn?.id ?? null }, true)
  step.entry(id, {
    kind: 'peer',
    author: reply.from,
    authorName: reply.fromName,
    text: reply.body,
    message: reply.id,
    way: 'awaited',
    ...saidAtField(step, reply.acceptedAt),
  })
}

function tellsOf({ text }: Extract<Block, { kind: 'result' }>, { ticket, handed }: Await): boolean {
  return handed !== null && isHandedOver(text, ticket, handed)
}
