import {
  commentLimits,
  reviewText,
  type CommentPlace,
  type LineComment,
  type Review,
} from '../../contract/folders/line-comments.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { afterSending, afterWithdrawal } from './review.ts'
import { sendWords } from '../mail/mail.ts'
import { position, refuse } from '../mail/mailbox.ts'
import { sentWithKey } from '../mail/sent-before.ts'
import type { Answer, EventOf } from '../step/events.ts'
import type { Facts } from '../step/facts.ts'
import type { Step } from '../step/step.ts'

const none: Review = { pending: [], sent: [], at: 0 }

const reviewOf = (step: Step, agent: AgentId): Review => step.get(agent).agent.review ?? none

function keep(step: Step, agent: AgentId, review: Partial<Review>): Answer {
  step.agent(agent, { review: { ...reviewOf(step, agent), ...review, at: step.now } })
  return { kind: 'agent', agent }
}

export function addComment(step: Step, { agent, place, text }: EventOf<'comment.added'>): Answer {
  if (!step.find(agent)) return gone()
  const { pending } = reviewOf(step, agent)
  if (pending.length >= commentLimits.pending)
    return refuse('too_many', `${String(commentLimits.pending)} comments wait to be sent. Send them first.`)
  const problem = problemOf(place, text)
  if (problem !== null) return refuse('bad_request', problem)
  const comment = { ...place, id: step.ids.next('cmt'), text: text.trim() }
  return keep(step, agent, { pending: [...pending, comment] })
}

function problemOf({ lines }: CommentPlace, text: string): string | null {
  if (text.trim() === '') return 'A comment needs words.'
  if (text.length > commentLimits.text)
    return `A comment has at most ${String(commentLimits.text)} characters.`
  if (lines.length === 0 || lines.length > commentLimits.lines)
    return `A comment is on 1 to ${String(commentLimits.lines)} lines.`
  return lines.join('\n').length > commentLimits.quote
    ? 'These lines are too long to be quoted. Select fewer.'
    : null
}

/** Null removes it. */
export function changeComment(step: Step, { agent, comment: id, text }: EventOf<'comment.changed'>): Answer {
  if (!step.find(agent)) return gone()
  const { pending } = reviewOf(step, agent)
  const comment = pending.find((one) => one.id === id)
  if (!comment) return refuse('not_found', 'That comment is not pending: it was sent or removed.')
  const problem = text === null ? null : problemOf(comment, text)
  if (problem !== null) return refuse('bad_request', problem)
  const changed = (one: LineComment): readonly LineComment[] =>
    one.id !== id ? [one] : text === null ? [] : [{ ...one, text: text.trim() }]
  return keep(step, agent, { pending: pending.flatMap(changed) })
}

/**
 * Sends all pending comments as one message. They leave the list in the step that accepts it, so none is sent
 * twice or lost.
 */
export function sendComments(step: Step, event: EventOf<'comments.sent'>): Answer {
  const { agent, from, fromName, words, moved = {}, idempotencyKey, earlier } = event
  if (!step.find(agent)) return gone()
  const again = sentWithKey(step, from, event)
  if (again) return { kind: 'message', message: again, position: position(step, again) }
  const review = reviewOf(step, agent)
  const pending = review.pending.map((one) => ({ ...one, line: moved[one.id] ?? one.line }))
  if (pending.length === 0) return refuse('wrong_state', 'There are no comments to send.')
  const body = reviewText(pending, words)
  const answer = sendWords(step, {
    from,
    fromName,
    to: agent,
    body,
    comments: pending,
    idempotencyKey,
    earlier,
  })
  if (answer.kind === 'message') keep(step, agent, afterSending(review, answer.message.id))
  return answer
}

/** Comments of a message that is withdrawn unread are pending again. */
export function onMessageEnded(step: Step, { message }: Facts['message.ended']): void {
  const { to, state, comments: taken } = message
  if (taken && state === 'withdrawn' && step.find(to))
    keep(step, to, afterWithdrawal(reviewOf(step, to), message))
}

const gone = (): Answer => refuse('unknown_agent', 'That agent no longer exists.')
