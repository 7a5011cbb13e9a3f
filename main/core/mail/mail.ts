import type { AgentId } from '../../contract/model.ts'
import type { Message } from '../../contract/messages.ts'
import { usualPriority, wakes } from '../../contract/priorities.ts'
import { sendAway } from '../away/mail-out.ts'
import { houseOf } from '../away/peer-ids.ts'
import type { Answer, Command } from '../events.ts'
import { askedBy } from '../links/crossings.ts'
import { handleNew } from '../handlers/look.ts'
import { link, newEpisode } from '../links/links.ts'
import type { Step } from '../step.ts'
import { accept, position, refuse, unfitness } from './mailbox.ts'
import { repeat, sentWithKey } from './sent-before.ts'
import { answerTicket } from './tickets.ts'

type Sent = Extract<Command, { type: 'message.sent' }>

/** Accepts a message into its receiver's mailbox, or says why not. */
export function send(step: Step, event: Sent): Answer {
  if (houseOf(event.to) !== null) return sendToPeer(step, event)
  const problem = problemOf(step, event)
  if (problem) return problem
  const earlier = event.earlier ?? sentWithKey(step, event.from, event.idempotencyKey)
  if (earlier) return repeat(step, event, earlier)
  const unfit = unfitness(step, event.to, event.body, event.attachments)
  if (unfit) return unfit
  const { replied } = event
  if (replied && isAnswer(event, replied)) return answerTicket(step, replied, event)
  const human = event.from.kind === 'human'
  const priority = event.priority ?? usualPriority[human ? 'human' : 'others']
  if (event.expectsReply && !wakes(priority))
    return refuse(
      'low_ticket',
      'A message that expects a reply cannot have the priority low: it would wake nobody.',
    )
  if (event.from.kind === 'agent' && !event.spread) tie(step, event, event.from.id)
  const message = accept(step, { ...event, priority })
  if (event.from.kind === 'agent' && !event.expectsReply) askedBy(step, event.from.id, event.to)
  if (human) {
    wakeByPerson(step, event.to)
    newEpisode(step, event.to)
  }
  // What was written is sent: its writer writes no more, and is in this conversation.
  if (event.from.kind === 'human' && event.from.via === 'window')
    step.set(event.to, { typing: { at: step.now, draft: false, sent: true } })
  const now = handleNew(step, message)
  return { kind: 'message', message: now, position: position(step, now) }
}

/** Words to another house; what goes on from its open question is the answer. */
function sendToPeer(step: Step, event: Sent): Answer {
  const { replied } = event
  if (replied && isAnswer(event, replied) && event.body.trim() !== '')
    return answerTicket(step, replied, event)
  return sendAway(step, event)
}

/** The message also links the two, if that was wanted. */
function tie(step: Step, { from, fromName, to, link: mode }: Sent, sender: AgentId): void {
  const wanted = mode ?? (step.limits.linkOnSend ? 'answers' : null)
  if (wanted !== null && step.get(to).agent.closedAt === null)
    link(step, { by: from, name: fromName }, [sender, to], { mode: wanted })
}

/** Words to the asker of an open ticket that go on from that ticket are its answer. */
function isAnswer({ from, to }: Sent, { expectsReply, from: asker, to: asked }: Message): boolean {
  return (
    expectsReply && from.kind === 'agent' && from.id === asked && asker.kind === 'agent' && asker.id === to
  )
}

function problemOf(step: Step, { from, to }: Sent): Answer | null {
  if (!step.find(to))
    return refuse('unknown_agent', 'That agent does not exist any more. list_agents shows who is there.')
  if (from.kind !== 'agent') return null
  if (!step.find(from.id)) return refuse('unauthorized', 'The sender is gone.')
  return from.id === to ? refuse('self', 'That is you. A message goes to another agent.') : null
}

/** A word of the person lifts a stop or a failure. */
export function wakeByPerson(step: Step, id: AgentId): void {
  const { agent } = step.get(id)
  if (agent.status !== 'stopped' && agent.status !== 'failed') return
  step.agent(id, { status: 'asleep', since: step.now, reason: null, deaths: [] })
}
