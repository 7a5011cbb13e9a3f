import type { Answer, MessageSent } from '../step/events.ts'
import { sendAway } from '../away/mail-out.ts'
import { close } from '../links/links.ts'
import { linksAmong } from '../links/queries.ts'
import { isAnswer, send as sendHere } from '../mail/mail.ts'
import { sentBefore } from '../mail/sent-before.ts'
import { answerTicket } from '../mail/tickets.ts'
import { houseOf } from '../step/peer-ids.ts'
import type { Step } from '../step/step.ts'

type Accepted = Extract<Answer, { kind: 'message' }>

/** Sends a message to an agent of this machine or of another; last words close the link behind them, once. */
export function send(step: Step, event: MessageSent): Answer {
  if (event.closesLink !== true) return deliver(step, event)
  const earlier = sentBefore(step, event.from, event)
  const answer = deliver(step, event)
  return answer.kind === 'message' && earlier === null ? closeBehind(step, event, answer) : answer
}

function deliver(step: Step, event: MessageSent): Answer {
  if (houseOf(event.to) === null) return sendHere(step, event)
  const { replied } = event
  // What goes on from its open question is the answer.
  if (replied && isAnswer(event, replied) && event.body.trim() !== '')
    return answerTicket(step, replied, event)
  return sendAway(step, event)
}

/** All links of the two: one of three, of which somebody has left, is such a link as well. */
function closeBehind(step: Step, { from, fromName, to, body }: MessageSent, answer: Accepted): Answer {
  const all = from.kind === 'agent' ? linksAmong(step.links, [from.id, to]) : []
  const open = all.filter(({ closed }) => closed === null)
  for (const { id } of open)
    close(step, { type: 'link.closed', link: id, by: from, byName: fromName, message: null }, body)
  return open[0] ? { ...answer, closed: open[0].id } : answer
}
