import type { TimerReason, Heartbeat, HeartbeatId, Intent } from '../../contract/timers/heartbeats.ts'
import type { AgentId, Author, MessageId } from '../../contract/api/model.ts'
import { isSilent } from '../../contract/mail/last-line.ts'
import type { Answer, EventOf } from '../step/events.ts'
import type { Facts } from '../step/facts.ts'
import { findOpen } from '../step/mail-for.ts'
import { refuse } from '../mail/mailbox.ts'
import type { AgentState, Limits } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { isRepeated, isRoutine, isSchedule, rescheduled } from './schedules.ts'
import { firedTrigger, triggerProblem } from './triggers.ts'
import { anchorOf, anchorsInRow, isOwnWork, resting } from './anchors.ts'

/** Timers per agent set by the user, and as many set by others. */
const mostHeartbeats = 20
/** Consecutive heartbeats without a message of the user or a peer, after which the next is held. */
export const beatsInRow = 12

/** A new anchor replaces the old one. */
export function addTimer(step: Step, event: EventOf<'heartbeat.set'>): Answer {
  const state = step.find(event.agent)
  if (!state) return refuse('unknown_agent', 'That agent no longer exists.')
  const same = state.heartbeats.find(
    ({ idempotencyKey }) => idempotencyKey !== null && idempotencyKey === event.idempotencyKey,
  )
  if (same) return { kind: 'heartbeat', heartbeat: same }
  const problem = problemOf(step, state, event)
  if (problem) return problem
  const old = event.intent === 'anchor' ? anchorOf(state) : undefined
  if (old) end(step, old, 'replaced', { kind: 'replaced' })
  const { by, byName: name, agent, intent, note, wait, schedule, trigger, about, idempotencyKey } = event
  const rests = intent === 'anchor' && by.kind === 'agent' && state.agent.anchorsInRow >= anchorsInRow
  const heartbeat: Heartbeat = {
    id: step.ids.next('hb'),
    agent,
    intent,
    note,
    about,
    set: { by, name, at: step.now },
    schedule,
    ...(trigger ? { trigger: { ...trigger, event: null, lastAt: null, day: null } } : {}),
    ...(schedule === null
      ? { every: wait, dueAt: step.now + wait }
      : rescheduled({ schedule, every: 0, dueAt: 0 }, step.now)),
    state: trigger ? 'waiting' : rests ? 'resting' : 'armed',
    stateAt: step.now,
    reason: trigger ? { kind: 'awaits' } : rests ? resting : null,
    left: null,
    idempotencyKey,
    fired: 0,
    costUsd: 0,
    depth: by.kind === 'agent' ? (state.turn?.depth ?? state.agent.depth) : 0,
  }
  step.heartbeat(heartbeat)
  return { kind: 'heartbeat', heartbeat }
}

function problemOf(step: Step, state: AgentState, set: EventOf<'heartbeat.set'>): Answer | null {
  const { intent, by, about, agent, schedule } = set
  if (isCrowded(state, intent, by)) return refuse('wrong_state', crowdedWords(by))
  if (about === agent)
    return refuse(
      'bad_request',
      intent === 'event'
        ? 'An event timer watches another agent, not its own.'
        : 'A timer about yourself is an anchor; check and wait are about other agents.',
    )
  const wrong = triggerProblem(set)
  if (wrong) return wrong
  if ((intent === 'schedule') !== (schedule !== null))
    return refuse('bad_request', 'Only a schedule comes at a time of day; it needs "at".')
  if (schedule !== null && !isSchedule(schedule))
    return refuse(
      'bad_request',
      'That is not a time of day (such as 09:30), or not a time zone (such as Europe/Berlin).',
    )
  if (intent === 'check' && !isAgent(about))
    return refuse('bad_request', 'A check needs "about": the agent to look at.')
  if (about !== null && !isAgent(about)) {
    const ticket = findOpen(step, about)
    if (!ticket?.expectsReply || ticket.reply !== null)
      return refuse('wrong_state', 'That question is already settled: there is nothing to wait for.')
  }
  return null
}

/**
 * Whether the agent has the maximum of timers set by the user, or by itself and Janus: the two are counted
 * separately. A new anchor replaces the old one; dropped timers don't count.
 */
export function isCrowded({ heartbeats }: AgentState, intent: Intent, by: Author): boolean {
  const others = heartbeats.filter(
    (one) =>
      one.state !== 'dropped' &&
      (one.set.by.kind === 'user') === (by.kind === 'user') &&
      (intent !== 'anchor' || one.intent !== 'anchor'),
  )
  return others.length >= mostHeartbeats
}

export const crowdedWords = (by: Author): string =>
  by.kind === 'user'
    ? `You have set ${mostHeartbeats} timers for this agent already. Cancel one first.`
    : `There are ${mostHeartbeats} timers already. Cancel one first.`

export function isAgent(about: AgentId | MessageId | null): about is AgentId {
  return about?.startsWith('agt-') ?? false
}

export function findHeartbeat(step: Step, id: HeartbeatId): Heartbeat | undefined {
  for (const { heartbeats } of step.agents()) {
    const found = heartbeats.find((one) => one.id === id)
    if (found) return found
  }
  return undefined
}

export function cancel(step: Step, id: HeartbeatId, by: Author): Answer {
  const found = findHeartbeat(step, id)
  if (!found || (by.kind === 'agent' && by.id !== found.agent))
    return refuse('not_found', 'You have no such timer, or it has ended.')
  return heartbeatAnswer(
    end(step, found, 'cancelled', { kind: 'cancelled', by: by.kind === 'agent' ? 'agent' : 'user' }),
  )
}

export function heartbeatAnswer(heartbeat: Heartbeat): Answer {
  return { kind: 'heartbeat', heartbeat }
}

export function end(
  step: Step,
  found: Heartbeat,
  state: 'discarded' | 'replaced' | 'cancelled',
  reason: TimerReason,
): Heartbeat {
  const ended = { ...found, state, reason, stateAt: step.now }
  step.heartbeat(ended)
  return ended
}

export function onQuestionSettled(step: Step, { asker, question }: Facts['question.settled']): void {
  for (const one of step.find(asker)?.heartbeats ?? []) {
    if (one.intent !== 'wait' || one.about !== question) continue
    end(step, one, 'discarded', { kind: 'settled' })
    if (one.state !== 'dropped') step.note(asker, { kind: 'timerDiscarded', note: one.note, deleted: null })
  }
}

export function onAgentDeleted(step: Step, { agent: gone }: Facts['agent.deleted']): void {
  const { name } = step.get(gone).agent
  for (const { agent, heartbeats } of step.agents()) {
    for (const one of heartbeats) {
      if (one.about !== gone) continue
      end(step, one, 'discarded', { kind: 'deleted', name })
      if (one.state !== 'dropped')
        step.note(agent.id, { kind: 'timerDiscarded', note: one.note, deleted: name })
    }
  }
}

/**
 * Handles due heartbeats: an anchor during the agent's own work counts as met; one after too many in a row is
 * held. The last place in a row is reserved for the anchor, so that agents that keep watching others return
 * to their own work.
 */
export function fallDue(step: Step, id: AgentId): void {
  const { heartbeats, turn, agent, gatheringId: sits } = step.get(id)
  const awaited = agent.anchorsInRow === 0 && anchorOf(step.get(id))?.state === 'armed'
  if (timersWait(step.limits) || sits !== null) return
  for (const one of heartbeats) {
    if (one.state !== 'armed' || one.dueAt > step.now) continue
    if (one.intent === 'anchor' && turn && isOwnWork(turn)) {
      step.heartbeat({ ...one, dueAt: step.now + one.every, reason: { kind: 'met' } })
    } else if (
      !isRoutine(one) &&
      agent.beatsInRow >= beatsInRow - (awaited && one.intent !== 'anchor' ? 1 : 0)
    ) {
      const reason = { kind: 'inRow', count: agent.beatsInRow } as const
      step.heartbeat({ ...one, state: 'held', stateAt: step.now, reason })
    }
  }
}

const timersWait = ({ quiet, stopped }: Limits): boolean => quiet || stopped !== null

/** The next due timer: the anchor, or the oldest of the others. */
export function dueOf(
  step: Step,
  { heartbeats, gatheringId: sits }: AgentState,
  which: 'anchor' | 'other',
): Heartbeat | undefined {
  if (timersWait(step.limits) || sits !== null) return undefined
  return heartbeats
    .filter(({ state, dueAt }) => state === 'armed' && dueAt <= step.now)
    .filter(({ intent }) => (intent === 'anchor') === (which === 'anchor'))
    .sort((a, b) => a.dueAt - b.dueAt)[0]
}

/**
 * After firing, an anchor is armed again or rests, a schedule moves to its next day, and other timers end.
 */
export function fired(step: Step, beat: Heartbeat, words: boolean): void {
  const { agent } = step.get(beat.agent)
  const inRow = beat.intent === 'anchor' ? agent.anchorsInRow + 1 : agent.anchorsInRow
  const counts = isRoutine(beat) ? 0 : 1
  step.agent(agent.id, { anchorsInRow: inRow, beatsInRow: words ? counts : agent.beatsInRow + counts })
  const once = { ...beat, fired: beat.fired + 1, stateAt: step.now, reason: null }
  if (beat.trigger) return step.heartbeat(firedTrigger(step, once, beat.trigger))
  if (isRepeated(beat)) return step.heartbeat(rescheduled(once, step.now))
  if (beat.intent !== 'anchor') return step.heartbeat({ ...once, state: 'fired' })
  const rests = inRow >= anchorsInRow
  const after = rests ? ({ state: 'resting', reason: resting } as const) : ({ state: 'armed' } as const)
  step.heartbeat({ ...once, ...after, dueAt: step.now + beat.every })
}

export function onTurnEnding(step: Step, { turn, outcome }: Facts['turn.ending']): void {
  const { agent, promptedBy, costUsd } = turn
  if (promptedBy?.by !== 'heartbeat') return
  bookOn(step, agent, promptedBy.id, costUsd)
  if (outcome?.kind === 'completed' && isSilent(outcome.text)) nothingLeft(step, agent, promptedBy.id)
}

/**
 * The agent says that nothing is left to do: its anchor ends with the task. One set by the user fires again.
 */
function nothingLeft(step: Step, agent: AgentId, id: HeartbeatId): void {
  const found = step.get(agent).heartbeats.find((one) => one.id === id)
  if (found?.intent !== 'anchor' || found.set.by.kind === 'user') return
  end(step, found, 'cancelled', { kind: 'cancelled', by: 'agent' })
  step.agent(agent, { task: '' })
}

function bookOn(step: Step, agent: AgentId, id: HeartbeatId | null, costUsd: number): void {
  if (id === null || costUsd === 0) return
  const found = step.get(agent).heartbeats.find((one) => one.id === id)
  if (found) step.heartbeat({ ...found, costUsd: found.costUsd + costUsd })
}
