import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { usualPriority, wakes } from '../../contract/mail/priorities.ts'
import type { Answer, MessageSent } from '../step/events.ts'
import type { Step } from '../step/step.ts'
import { accept, position, lowTicket, refuse, refusalOf } from './mailbox.ts'
import { repeat, sentWithKey } from './sent-before.ts'
import { answerTicket } from './tickets.ts'

export function acceptMessage(step: Step, event: MessageSent): Answer {
  const problem = problemOf(step, event)
  if (problem) return problem
  const earlier = sentWithKey(step, event.from, event)
  if (earlier) return repeat(step, event, earlier)
  const unfit = refusalOf(step, event)
  if (unfit) return unfit
  const { replied } = event
  if (replied && isAnswer(event, replied)) return answerTicket(step, replied, event)
  const isUsers = event.from.kind === 'user'
  const priority = event.priority ?? usualPriority[isUsers ? 'user' : 'others']
  if (event.expectsReply && !wakes(priority)) return lowTicket()
  if (event.from.kind === 'agent') step.announce('message.writing', { event, sender: event.from.id })
  const message = accept(step, { ...event, priority })
  if (isUsers) wakeByUser(step, event.to)
  // The user has sent their draft, so they are no longer typing.
  if (event.from.kind === 'user' && event.from.via === 'window')
    step.set(event.to, { typing: { at: step.now, draft: false, sent: true } })
  step.announce('message.sent', { message })
  const now = step.latest(message)
  return { kind: 'message', message: now, position: position(step, now) }
}

/** Sends a plain message from the user or an agent, with defaults for everything else. */
export function sendWords(
  step: Step,
  words: Pick<MessageSent, 'from' | 'fromName' | 'to' | 'body'> & Partial<MessageSent>,
): Answer {
  return acceptMessage(step, {
    type: 'message.sent',
    now: false,
    priority: null,
    expectsReply: false,
    replied: null,
    link: null,
    metadata: {},
    idempotencyKey: null,
    earlier: null,
    ...words,
  })
}

/** A message to the asker of an open ticket that refers to the ticket is its answer. */
export function isAnswer(
  { from, to }: MessageSent,
  { expectsReply, from: asker, to: asked }: Message,
): boolean {
  return (
    expectsReply && from.kind === 'agent' && from.id === asked && asker.kind === 'agent' && asker.id === to
  )
}

function problemOf(step: Step, { from, to }: MessageSent): Answer | null {
  if (!step.find(to))
    return refuse('unknown_agent', 'That agent no longer exists. list_agents shows the others.')
  if (from.kind !== 'agent') return null
  if (!step.find(from.id)) return refuse('unauthorized', 'The sender is gone.')
  return from.id === to ? refuse('self', 'That is you. Write to another agent.') : null
}

/** A message of the user lifts a stop or a failure. */
export function wakeByUser(step: Step, id: AgentId): void {
  const { agent } = step.get(id)
  if (agent.status !== 'stopped' && agent.status !== 'failed') return
  step.agent(id, { status: 'asleep', since: step.now, reason: null, deaths: [] })
}
