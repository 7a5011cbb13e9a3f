import type { AgentId } from '../../contract/model.ts'
import type { Message } from '../../contract/messages.ts'
import { usualPriority, wakes } from '../../contract/priorities.ts'
import { sendAway } from '../away/mail-out.ts'
import { houseOf } from '../away/peer-ids.ts'
import type { Answer, Command } from '../events.ts'
import { askedBy } from '../links/crossings.ts'
import { handleNew } from '../handlers/look.ts'
import { close, link, newEpisode } from '../links/links.ts'
import { linksAmong } from '../links/queries.ts'
import type { Step } from '../step.ts'
import { accept, position, refuse, unfitness } from './mailbox.ts'
import { repeat, sentWithKey } from './sent-before.ts'
import { answerTicket } from './tickets.ts'

type Sent = Extract<Command, { type: 'message.sent' }>
type Accepted = Extract<Answer, { kind: 'message' }>

/** Accepts a message into its receiver's mailbox, or says why not; last words close the link behind them, once. */
export function send(step: Step, event: Sent): Answer {
  if (event.closesLink !== true) return deliver(step, event)
  const earlier = event.earlier ?? sentWithKey(step, event.from, event.idempotencyKey)
  const answer = deliver(step, event)
  return answer.kind === 'message' && earlier === null ? closeBehind(step, event, answer) : answer
}

/** All links of the two: one of three, of which somebody has left, is such a link as well. */
function closeBehind(step: Step, { from, fromName, to, body }: Sent, answer: Accepted): Answer {
  const all = from.kind === 'agent' ? linksAmong(step.links, [from.id, to]) : []
  const open = all.filter(({ closed }) => closed === null)
  for (const { id } of open)
    close(step, { type: 'link.closed', link: id, by: from, byName: fromName, message: null }, body)
  return open[0] ? { ...answer, closed: open[0].id } : answer
}

function deliver(step: Step, event: Sent): Answer {
  if (houseOf(event.to) !== null) return sendToPeer(step, event)
  const problem = problemOf(step, event)
  if (problem) return problem
  const earlier = event.earlier ?? sentWithKey(step, event.from, event.idempotencyKey)
  if (earlier) return repeat(step, event, earlier)
  const unfit = unfitness(step, event)
  if (unfit) return unfit
  const { replied } = event
  if (replied && isAnswer(event, replied)) return answerTicket(step, replied, event)
  const human = event.from.kind === 'human'
  const priority = event.priority ?? usualPriority[human ? 'human' : 'others']
  if (event.expectsReply && !wakes(priority))
    return refuse(
      'low_ticket',
      'A message that expects a reply cannot have the priority low, which starts no turn.',
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
function tie(step: Step, { from, fromName, to, link: mode, closesLink }: Sent, sender: AgentId): void {
  const wanted = mode ?? (step.limits.linkOnSend && closesLink !== true ? 'answers' : null)
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
    return refuse('unknown_agent', 'That agent no longer exists. list_agents shows the others.')
  if (from.kind !== 'agent') return null
  if (!step.find(from.id)) return refuse('unauthorized', 'The sender is gone.')
  return from.id === to ? refuse('self', 'That is you. Write to another agent.') : null
}

/** A word of the person lifts a stop or a failure. */
export function wakeByPerson(step: Step, id: AgentId): void {
  const { agent } = step.get(id)
  if (agent.status !== 'stopped' && agent.status !== 'failed') return
  step.agent(id, { status: 'asleep', since: step.now, reason: null, deaths: [] })
}
