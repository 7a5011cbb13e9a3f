import type { Answer, MessageSent } from '../step/events.ts'
import { usualPriority, wakes } from '../../contract/mail/priorities.ts'
import type { AgentId, Author } from '../../contract/api/model.ts'
import { askedBy } from '../links/crossings.ts'
import { closeLink } from '../links/links.ts'
import { linksAmong } from '../links/queries.ts'
import { isAnswer, acceptMessage as sendHere } from '../mail/mail.ts'
import { accept, lowTicket, refuse, refusalOf } from '../mail/mailbox.ts'
import { repeat, sentWithKey } from '../mail/sent-before.ts'
import { answerTicket, goesOnFrom } from '../mail/tickets.ts'
import { isRemote, isShared } from '../step/peer-ids.ts'
import type { Step } from '../step/step.ts'

type Accepted = Extract<Answer, { kind: 'message' }>

/** Sends a message to a local or remote agent; a last message then closes the link, once. */
export function send(step: Step, event: MessageSent): Answer {
  if (event.closesLink !== true) return deliver(step, event)
  const earlier = sentWithKey(step, event.from, event)
  const answer = deliver(step, event)
  return answer.kind === 'message' && earlier === null ? closeBehind(step, event, answer) : answer
}

function deliver(step: Step, event: MessageSent): Answer {
  if (!isRemote(event.to)) return sendHere(step, event)
  const { replied } = event
  // A message that refers to its open question is the answer.
  if (replied && isAnswer(event, replied) && event.body.trim() !== '')
    return answerTicket(step, replied, event)
  return sendAway(step, event)
}

/** Accepts a message for another machine's agent; it is sent with this step. */
function sendAway(step: Step, event: MessageSent): Answer {
  const { from, to, replied } = event
  if (from.kind !== 'agent' && from.kind !== 'user')
    return refuse('not_allowed', 'Only agents and the user write to other machines.')
  if (from.kind === 'agent' && !step.find(from.id)) return refuse('unauthorized', 'The sender is gone.')
  if (!isShared(step, to))
    return refuse('unknown_agent', 'That agent is not shared by its machine. list_agents shows the others.')
  const earlier = sentWithKey(step, from, event)
  if (earlier) return repeat(step, event, earlier)
  if ((event.attachments ?? []).length > 0)
    return refuse('bad_request', 'Files cannot be sent to other machines. Say what is in them.')
  const unfit = refusalOf(step, event)
  if (unfit) return unfit
  const priority = event.priority ?? usualPriority.others
  if (event.expectsReply && !wakes(priority)) return lowTicket()
  const isReply = replied !== null && replied.expectsReply && isPeer(replied.from, to)
  const goesOn = replied ? goesOnFrom(replied, to) : {}
  const message = accept(step, { ...event, ...goesOn, priority, isReply, now: false })
  if (from.kind === 'agent' && !event.expectsReply) askedBy(step, from.id, to)
  return { kind: 'message', message, position: 0 }
}

function isPeer(from: Author, peer: AgentId): boolean {
  return from.kind === 'agent' && from.id === peer
}

/** Closes all links of the two, also larger ones that others have left. */
function closeBehind(step: Step, { from, fromName, to, body }: MessageSent, answer: Accepted): Answer {
  const all = from.kind === 'agent' ? linksAmong(step.links, [from.id, to]) : []
  const open = all.filter(({ closed }) => closed === null)
  for (const { id } of open)
    closeLink(step, { type: 'link.closed', link: id, by: from, byName: fromName, message: null }, body)
  return open[0] ? { ...answer, closed: open[0].id } : answer
}
