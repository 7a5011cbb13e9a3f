import { pick } from '../../contract/api/pick.ts'
import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { PieceCall } from '../../contract/gatherings/gatherings.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { endProcess } from '../agents/processes.ts'
import { sleepWhenDue } from '../agents/sleep.ts'
import { callFor, isStale, promptFor, standsStill } from '../gatherings/due-prompts.ts'
import { dropFrame } from '../gatherings/piece-frames.ts'
import { dueOf } from '../heartbeats/heartbeats.ts'
import { unreadIn } from '../heartbeats/unread.ts'
import { expire, isUnanswered } from '../mail/tickets.ts'
import type { Frame } from '../step/frames-and-turns.ts'
import type { AgentState } from '../step/state.ts'
import { isBusy, isHalted, isHeldByWorktree, isLocating, isUnread, isComposing } from '../step/status.ts'
import type { Step } from '../step/step.ts'
import { foldBatch, interjectBatch, nextBatch } from './batches.ts'
import { isNotStopped } from '../step/stopped.ts'
import { deliverableWithinCaps, mayBegin } from '../budget/caps.ts'
import { isCapped } from '../budget/turn-cap.ts'
import { isRefused } from '../step/broken-turn.ts'
import { fire, writeIntoTurn, putPrompt, remind, resumeTurn, writeMail } from './write.ts'

/**
 * The only place that decides what an agent does next, called after every step for every agent that the step
 * changed: wait, start its process, write one frame, or sleep. Idempotent.
 */
export function advance(step: Step, state: AgentState): void {
  if (state.agent.closedAt !== null || isLocating(state)) return
  if (state.process === 'ending' || state.process === 'starting') return
  if (state.restartAt !== null && step.now < state.restartAt) return
  if (isHalted(state) || isHeldByWorktree(state)) return
  if (state.process === 'off') {
    if (hasWork(step, state) || (state.restartAt !== null && isNotStopped(step))) start(step, state)
  } else if (isBusy(state)) intrude(step, state)
  else if (state.needsRestart) endProcess(step, state.agent.id)
  else if (!begin(step, state)) sleepWhenDue(step, state)
}

function hasWork(step: Step, state: AgentState): boolean {
  return (
    brokenOff(step, state) !== undefined ||
    nextBatch(deliverableWithinCaps(step, state), step.now, step.limits).length > 0 ||
    beatOf(step, state, 'anchor') !== undefined ||
    beatOf(step, state, 'other') !== undefined ||
    asked(step, state) !== null ||
    toRemind(step, state) !== undefined
  )
}

/**
 * Begins a turn, in this order: a broken-off turn, the user's message or one they sent ahead, the gathering's
 * question, the anchor (before all peers), mail, another timer, an unanswered question.
 */
function begin(step: Step, state: AgentState): boolean {
  const broken = brokenOff(step, state)
  if (broken && isStale(step, broken)) {
    dropFrame(step, broken)
    // A question that the frame kept open may have expired.
    expire(step, state.agent.id)
    return begin(step, step.get(state.agent.id))
  }
  const batch = nextBatch(deliverableWithinCaps(step, state), step.now, step.limits)
  const [first] = batch
  const isUsers = first !== undefined && (first.now || first.from.kind === 'user')
  // A timer's prompt that was never read yields to the user, like a timer.
  if (broken && !(isUsers && unreadIn(broken))) return resumeTurn(step, state, broken)
  const call = isUsers ? null : asked(step, state)
  if (call) return putPrompt(step, state, promptFor(step, call))
  const anchor = isUsers ? undefined : beatOf(step, state, 'anchor')
  if (anchor) return fire(step, state, anchor)
  if (batch.length > 0) return writeMail(step, state, batch)
  const beat = beatOf(step, state, 'other')
  if (beat) return fire(step, state, beat)
  const ticket = toRemind(step, state)
  return ticket !== undefined && remind(step, state, ticket)
}

function brokenOff(step: Step, state: AgentState): Frame | undefined {
  if (!mayBegin(step, state)) return undefined
  return [...state.frames].reverse().find((frame) => {
    const { phase, broke } = frame
    if (phase !== 'unfinished' || isCapped(frame) || standsStill(step, frame)) return false
    // It waits like a timer: while the user types, or while its agent sits in a gathering.
    if (unreadIn(frame) && (isComposing(state, step.now) || state.gatheringId !== null)) return false
    return broke?.why !== 'error' || (broke.retryAt !== null && broke.retryAt <= step.now)
  })
}

/** A due timer; it waits while the user types, or while the service rejects the conversation. */
function beatOf(step: Step, state: AgentState, which: 'anchor' | 'other'): Heartbeat | undefined {
  if (isComposing(state, step.now) || isRefused(state) || !mayBegin(step, state)) return undefined
  return dueOf(step, state, which)
}

/** The gathering's question; it waits while the user types. */
function asked(step: Step, state: AgentState): PieceCall | null {
  return isComposing(state, step.now) || !mayBegin(step, state) ? null : callFor(step, state)
}

function toRemind(step: Step, state: AgentState): Message | undefined {
  if (isComposing(state, step.now) || state.gatheringId !== null || !mayBegin(step, state)) return undefined
  if (isRefused(state)) return undefined
  return state.mailbox.find(
    (message) =>
      message.state === 'read' &&
      isUnanswered(message) &&
      !message.reminded &&
      !state.frames.some((frame) => frame.messages.includes(message.id)),
  )
}

/** During a turn: writes what may enter it, if nothing else is in flight. */
function intrude(step: Step, state: AgentState): void {
  if (state.turn === null || state.frames.some(isUnread) || state.process !== 'on') return
  const seen = deliverableWithinCaps(step, state)
  const urgent = interjectBatch(seen, step.now, step.limits)
  if (urgent.length > 0) {
    step.set(state.agent.id, { interjectedAt: step.now })
    return writeIntoTurn(step, state, 'interject', urgent)
  }
  const batch = foldBatch(seen, step.now, step.limits)
  if (batch.length > 0) writeIntoTurn(step, state, 'steer', batch)
}

function start(step: Step, state: AgentState): void {
  const { agent } = state
  const run = state.run + 1
  step.set(agent.id, { run, process: 'starting', restartAt: null, background: [], healthWarning: null })
  const launch = {
    ...pick(agent, ['kind', 'program', 'cwd', 'conversation', 'conversed']),
    ...pick(agent, ['model', 'effort', 'permissionMode', 'allowed', 'name', 'role', 'instructions']),
  }
  step.emit({ do: 'agent.start', agent: agent.id, run, launch })
}
