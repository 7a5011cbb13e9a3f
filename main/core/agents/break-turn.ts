import { isLasting } from '../../contract/agents/service-errors.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { brokenIn, isLeft, retryTimes } from '../step/broken-turn.ts'
import { failed } from '../turns/settle-broken.ts'
import { openMessagesOf } from '../turns/frame-messages.ts'
import { settleRead } from '../turns/settle-messages.ts'
import { closeTurn } from '../turns/turns.ts'
import type { Outcome } from '../step/events.ts'
import type { ServiceFailure, Frame } from '../step/frames-and-turns.ts'
import { isUnanswered, notAnswered } from '../mail/tickets.ts'
import type { AgentState } from '../step/state.ts'
import type { Step } from '../step/step.ts'

type Broken = Extract<Outcome, { kind: 'broken' }>

/**
 * A model-service error ended the current turn. A transient error in a turn that peers began is retried a few
 * times; a user's turn, or a lasting error, only when the user says so.
 */
export function breakTurn(step: Step, state: AgentState, outcome: Broken): void {
  const { id } = state.agent
  const its = state.frames.find((frame) => frame.id === state.turn?.frame)
  // A gathering doesn't wait for a retry: its next beat is one.
  if (!its || state.turn?.promptedBy?.by === 'gathering') return closeTurn(step, id, outcome)
  const before = brokenIn(state)
  const tries = Math.max(its.tries, before && !isLeft(before) ? before.tries : 0)
  const isUsers = state.turn?.origin === 'user'
  const lasts = isLasting(outcome.error)
  const wait = isUsers || lasts ? undefined : retryTimes[tries]
  // A new transient error doesn't cancel a planned retry.
  const asked = lasts ? null : (before?.broke.retryAt ?? null)
  const retryAt = wait === undefined ? asked : step.now + wait
  step.frame({ ...its, tries, failure: failureOf(state, its, before, outcome) }, true)
  if (retryAt !== null) tellTriedAgain(step, openMessagesOf(state, its), its.tries, outcome.detail)
  closeTurn(step, id, outcome, { why: 'error', detail: outcome.detail, retryAt })
  if (retryAt === null && (lasts || !isUsers)) tellGivenUp(step, id, its)
}

/** Counts consecutive identical lasting errors, and keeps the prompt of the first. */
function failureOf(
  { agent }: AgentState,
  its: Frame,
  before: Frame | undefined,
  { error = 'unknown' }: Broken,
): ServiceFailure {
  const last = before?.failure ?? its.failure
  const isSame = last?.error === error && isLasting(error)
  return {
    error,
    times: isSame ? last.times + 1 : 1,
    began: last?.began ?? before?.id ?? its.id,
    turn: agent.turnNumber,
  }
}

function tellTriedAgain(step: Step, messages: readonly Message[], tries: number, detail: string): void {
  for (const message of messages)
    if (isUnanswered(message) && tries === 0)
      notAnswered(step, message, { kind: 'triedAgain', detail }, false)
}

/** No more automatic retries: tells peers that nothing came of their messages. Their questions stay open. */
function tellGivenUp(step: Step, id: AgentId, its: Frame): void {
  const frame = brokenIn(step.get(id))
  if (!frame) return
  const isRetry = its.kind === 'nudge' && its.failure !== undefined
  const untold = openMessagesOf(step.get(id), frame).filter(
    ({ from, reason, reminded }) =>
      from.kind !== 'user' &&
      !(isRetry && reminded) &&
      !(reason?.kind === 'unanswered' && reason.end !== null),
  )
  settleRead(step, id, new Set(untold.map((one) => one.id)), frame.chain, failed(frame))
  const open = new Set(step.get(id).mailbox.map((one) => one.id))
  step.frame({ ...frame, messages: frame.messages.filter((one) => open.has(one)) }, true)
}
