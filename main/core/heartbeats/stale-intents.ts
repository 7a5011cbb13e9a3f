import type { Heartbeat, TimerReason } from '../../contract/timers/heartbeats.ts'
import { timerSpan } from '../../contract/api/limits.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Facts } from '../step/facts.ts'
import { acceptFromJanus, inState } from '../mail/mailbox.ts'
import { staleText } from '../words/prompts.ts'
import type { AgentState } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { timeSpanWords } from '../../contract/words/times.ts'
import { isRepeated, rescheduled, waiting } from './schedules.ts'
import { anchorOf, anchorsInRow, resting, taskOf, isNewTask } from './anchors.ts'
import { takeBackUnread } from './unread.ts'

const mark = 'timers'
/** ms in which the user can restore a dropped timer. */
export const droppedTime = 3_600_000
/** Dropped timers kept per agent. */
const mostDropped = 20
/** Minimum delay of a kept timer, in ms, so that it doesn't fire before the agent has answered. */
const leastLeft = timerSpan.least * 1000

type NewTask = Extract<TimerReason, { kind: 'newTask' }>

export function isQuestion({ from, metadata }: Message): boolean {
  return from.kind === 'system' && metadata['about'] === mark
}

/**
 * Called before the user's message is written: for a new task the agent's own timers become stale, and it is
 * asked before the task which of them it still needs.
 */
export function askWhatHolds(step: Step, id: AgentId, words: Message): void {
  if (!isNewTask(step.get(id).agent, words)) return
  takeBackUnread(step, id)
  const { heartbeats, mailbox } = step.get(id)
  const own = heartbeats.filter(({ set, state }) => set.by.kind === 'agent' && state !== 'dropped')
  if (own.length === 0) return
  const open = mailbox.filter((one) => isQuestion(one) && isOnItsWay(one))
  // The question is already open: the message is written again, or the question went ahead of it as a note.
  if (own.every((one) => open.some(({ id: question }) => question === staleBy(one)?.question))) return
  for (const one of open)
    if (one.state === 'queued') step.message(inState(step, one, 'dropped', { kind: 'superseded' }), false)
  const task = taskOf(words.body)
  const question = acceptFromJanus(step, {
    to: id,
    body: staleText(own.map((one) => ({ ...one, when: whenWords(step, one) }))),
    priority: 'low',
    metadata: { about: mark },
  })
  for (const one of own) outdate(step, one, task, question.id)
}

const isOnItsWay = ({ state }: Message): boolean => state === 'queued' || state === 'written'

function staleBy({ state, reason }: Heartbeat): NewTask | null {
  return state === 'stale' && reason?.kind === 'newTask' ? reason : null
}

/**
 * Keeps the state before, and the remaining time. A held timer counts as armed, since the user's message
 * releases it.
 */
function outdate(step: Step, one: Heartbeat, task: string, question: MessageId): void {
  const was = staleBy(one)?.was ?? (one.state === 'paused' || one.state === 'resting' ? one.state : 'armed')
  const reason = { kind: 'newTask', task, question, was } as const
  step.heartbeat({ ...one, state: 'stale', stateAt: step.now, reason, left: leftOf(step, one) })
}

function whenWords(step: Step, one: Heartbeat): string {
  const was = staleBy(one)?.was ?? one.state
  if (was === 'paused' || was === 'resting') return was
  if (one.trigger) return 'waits for its event'
  const left = leftOf(step, one)
  return left === 0 ? 'due' : `in ${timeSpanWords(left)}`
}

function leftOf({ now }: Step, { state, left, dueAt }: Heartbeat): number {
  return state === 'paused' || state === 'stale' ? (left ?? 0) : Math.max(0, dueAt - now)
}

/** After the user's turn the stale timers that the agent didn't keep are dropped, with a note. */
export function onTurnEnding(step: Step, { turn, outcome }: Facts['turn.ending']): void {
  const { agent: id, origin, trigger } = turn
  if (outcome?.kind !== 'completed' || origin !== 'user' || trigger !== 'words') return
  const { mailbox } = step.get(id)
  for (const one of step.get(id).heartbeats) {
    const by = staleBy(one)
    // The question is unread: it comes with the next prompt.
    if (!by || mailbox.some((message) => message.id === by.question && isOnItsWay(message))) continue
    const reason = { kind: 'notKept', task: by.task, was: by.was } as const
    step.heartbeat({ ...one, state: 'dropped', stateAt: step.now, reason })
    step.note(id, { kind: 'timerDropped', timer: one.id, intent: one.intent, note: one.note })
  }
  const dropped = step.get(id).heartbeats.filter(({ state }) => state === 'dropped')
  for (const one of dropped.slice(0, Math.max(0, dropped.length - mostDropped))) forget(step, one)
}

export function forgetDropped(step: Step, id: AgentId): void {
  for (const one of step.get(id).heartbeats)
    if (one.state === 'dropped' && step.now >= one.stateAt + droppedTime) forget(step, one)
}

function forget(step: Step, one: Heartbeat): void {
  step.heartbeat({ ...one, state: 'cancelled', stateAt: step.now })
}

/** Restores a timer to its earlier state, with its remaining time, at least a few seconds. */
export function rearmed({ now }: Step, { agent }: AgentState, found: Heartbeat): Heartbeat {
  const { reason, every } = found
  const was = reason?.kind === 'newTask' || reason?.kind === 'notKept' ? reason.was : 'armed'
  const left = Math.max(leastLeft, found.left ?? 0)
  const back = { ...found, stateAt: now, reason: null, left: null }
  if (found.trigger && was === 'armed') return { ...back, ...waiting }
  switch (was) {
    case 'paused':
      return { ...back, state: 'paused', reason: { kind: 'paused' }, left }
    case 'resting':
      return agent.anchorsInRow >= anchorsInRow
        ? { ...back, state: 'resting', reason: resting }
        : { ...back, state: 'armed', dueAt: now + every }
    case 'armed':
      if (isRepeated(back)) return { ...rescheduled(back, now), state: 'armed' }
      return { ...back, state: 'armed', dueAt: now + left }
  }
}

/**
 * If the user's messages end unread, the timers made stale by them are restored, unless the question was
 * read.
 */
export function onMessageEnded(step: Step, { message: { to: id, from } }: Facts['message.ended']): void {
  const state = step.find(id)
  if (!state || from.kind !== 'user') return
  if (state.mailbox.some((one) => one.from.kind === 'user' && one.spoken === null)) return
  const question = state.mailbox.find((one) => isQuestion(one) && isOnItsWay(one))
  if (!question) return
  for (const one of state.heartbeats)
    if (staleBy(one)?.question === question.id) step.heartbeat(rearmed(step, state, one))
  if (question.state === 'queued')
    step.message(inState(step, question, 'dropped', { kind: 'superseded' }), false)
}

/** The newer anchor that restoring this one replaces, if any. */
export function otherAnchor(state: AgentState, found: Heartbeat): Heartbeat | undefined {
  if (found.intent !== 'anchor') return undefined
  const anchor = anchorOf(state)
  return anchor?.id === found.id ? undefined : anchor
}
